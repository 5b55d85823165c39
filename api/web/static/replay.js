// Steps through a game without loading the page anew. What it shows is made on the server, as is the
// page itself: every step is a link, and the keys press those links.

const replay = document.querySelector("[data-replay]");
const track = replay.querySelector(".track");
const form = replay.querySelector("[data-scrub]");
const slider = form.elements.namedItem("move");
const cursor = track.querySelector("[data-cursor]");
const record = replay.querySelector("[data-record]");
const say = replay.querySelector("[data-say]");
const title = document.title.replace(/,[^,]*$/, "");
const MOST_KEPT = 400;

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  "[": "round-back",
  "]": "round-next",
  m: "mistake",
};

/** The markup of moves that were fetched, or its promise, by address. */
const frames = new Map();
/** The address that is wanted last: an answer that comes later than the next wish is not shown. */
let wanted = location.pathname + location.search;

const headOf = () => replay.querySelector('[data-part="head"]');

function fetchFrame(address) {
  const url = new URL(address, location.href);
  const key = url.pathname + url.search;
  if (!frames.has(key)) {
    if (frames.size > MOST_KEPT) frames.delete(frames.keys().next().value);
    const asked = fetch(`${url.pathname}/frame${url.search}`, { headers: { Accept: "text/html" } }).then(
      (answer) => {
        if (!answer.ok) throw new Error(`${answer.status}`);
        return answer.text();
      },
    );
    asked.catch(() => frames.delete(key));
    frames.set(key, asked);
  }
  return frames.get(key);
}

function prefetch() {
  for (const name of ["next", "back", "mistake"]) {
    const link = headOf().querySelector(`[data-key="${name}"]`);
    if (link) fetchFrame(link.href).catch(() => {});
  }
}

async function show(address) {
  const url = new URL(address, location.href);
  wanted = url.pathname + url.search;
  const mine = wanted;
  let markup;
  try {
    markup = await fetchFrame(url);
  } catch {
    location.assign(url); // the page itself says better what is wrong
    return;
  }
  if (mine !== wanted) return;
  const focused = document.activeElement?.dataset?.key;
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  for (const part of holder.content.querySelectorAll("[data-part]")) {
    replay.querySelector(`[data-part="${part.dataset.part}"]`).replaceWith(part);
  }
  if (focused) {
    // Who steps with the keyboard on a button stays on it, or on the next best one.
    const again = headOf().querySelector(`[data-key="${focused}"]`) ?? headOf().querySelector("[data-key]");
    again?.focus({ preventScroll: true });
  }
  history.replaceState(null, "", wanted);
  settle();
  say.textContent = headOf().querySelector(".now").innerText; // for those who hear the page
  prefetch();
}

/** Bring all else on the page to the move that is shown. */
function settle() {
  const at = Number(headOf().dataset.at);
  const most = Number(slider.max);
  slider.value = at;
  const x = `${(100 * (at + 1)) / Math.max(most + 1, 1)}%`;
  cursor.setAttribute("x1", x);
  cursor.setAttribute("x2", x);
  document.title = document.title.replace(/^.*?( · .*)?$/, (_, rest) => `${title}, ${at < 0 ? "the deal" : `move ${at}`}${rest ?? ""}`);
  for (const link of record.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
  const line = record.querySelector(`[data-move="${at}"]`);
  if (line) {
    line.setAttribute("aria-current", "step");
    reveal(line);
  }
  for (const link of replay.querySelectorAll(".seats a")) {
    const url = new URL(link.href);
    url.searchParams.set("move", at);
    link.href = url;
  }
}

/** Scroll the record, and nothing else, so that a line of it is seen. */
function reveal(line) {
  const box = record.getBoundingClientRect();
  const own = line.getBoundingClientRect();
  if (own.top < box.top || own.bottom > box.bottom) {
    record.scrollTop += own.top - box.top - box.height / 3;
  }
}

function addressOf(move) {
  const url = new URL(location.href);
  url.searchParams.set("move", move);
  return url;
}

replay.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-key], a[data-move]");
  const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !plain) return;
  event.preventDefault();
  // In an SVG an address is an object.
  show(link.href.baseVal ?? link.href);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select") && event.target !== slider) return;
  const name = KEYS[event.key];
  if (!name) return;
  event.preventDefault();
  const link = headOf().querySelector(`[data-key="${name}"]`);
  if (link) show(link.href);
});

slider.addEventListener("input", () => show(addressOf(slider.value)));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  show(addressOf(slider.value));
});
form.querySelector("button").hidden = true;

settle();
prefetch();
