// Takes files that are dropped, sends them a few at a time, and shows each verdict as it comes.

const form = document.querySelector("[data-drop]");
const input = form.querySelector("input[type=file]");
const progress = document.querySelector("[data-progress]");
const bar = progress.querySelector("progress");
const words = progress.querySelector("[role=status]");
const verdicts = document.querySelector("[data-verdicts]");
const MOST_FILES = 50;
const MOST_BYTES = 4 * 1024 * 1024;
const ENDING = /\.(json|ndjson)(\.gz)?$/i;

form.querySelector("[data-drop-words]").textContent =
  "or drop them anywhere on this page: .json with one game or .ndjson with one game a line, gzipped or not";
form.querySelector("button").hidden = true; // chosen is sent
form.classList.add("is-quick");

function* batches(files) {
  let batch = [];
  let size = 0;
  for (const file of files) {
    if (batch.length && (batch.length >= MOST_FILES || size + file.size > MOST_BYTES)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(file);
    size += file.size;
  }
  if (batch.length) yield batch;
}

function post(files, onProgress) {
  return new Promise((resolve, reject) => {
    const body = new FormData();
    body.set("part", "verdicts");
    for (const file of files) body.append("logs", file);
    const request = new XMLHttpRequest(); // fetch tells nothing while it sends
    request.open("POST", form.action);
    request.setRequestHeader("Accept", "text/html");
    request.upload.onprogress = (event) => onProgress(event.loaded / Math.max(event.total, 1));
    request.onload = () => (request.status < 400 ? resolve(request.responseText) : reject(new Error(reason(request))));
    request.onerror = () => reject(new Error("The server does not answer."));
    request.send(body);
  });
}

function reason(request) {
  const page = new DOMParser().parseFromString(request.responseText, "text/html");
  return page.querySelector(".problem .lead")?.textContent ?? `The server answered ${request.status}.`;
}

const counted = new Map();

function tell(markup) {
  const holder = document.createElement("template");
  holder.innerHTML = markup;
  for (const receipt of holder.content.querySelectorAll("[data-status]")) {
    const status = receipt.dataset.status;
    counted.set(status, (counted.get(status) ?? 0) + 1);
  }
  let head = verdicts.querySelector("h2");
  if (!head) {
    head = document.createElement("h2");
    verdicts.prepend(head);
  }
  const order = ["rejected", "unreadable", "accepted", "replaced", "duplicate"];
  head.textContent = order.filter((one) => counted.has(one)).map((one) => `${counted.get(one)} ${one}`).join(", ");
  head.after(holder.content);
}

function complain(text) {
  const notice = document.createElement("p");
  notice.className = "notice is-bad";
  notice.setAttribute("role", "alert");
  notice.textContent = text;
  verdicts.prepend(notice);
}

let queue = Promise.resolve();

function send(files) {
  queue = queue.then(() => sendNow(files));
}

async function sendNow(files) {
  if (!files.length) {
    complain("There was no log among them: a log ends in .json or .ndjson, or either in .gz.");
    return;
  }
  progress.hidden = false;
  let done = 0;
  const say = (part) => {
    bar.value = (done + part) / files.length;
    words.textContent = `${done} of ${files.length} sent`;
  };
  say(0);
  for (const batch of batches(files)) {
    try {
      tell(await post(batch, (part) => say(part * batch.length)));
    } catch (error) {
      complain(`${error.message} ${files.length - done} of ${files.length} files were not taken: ${batch[0].name}…`);
      return;
    }
    done += batch.length;
    say(0);
  }
}

/** The files of a drop, those in folders too. Entries have to be asked for before anything waits. */
async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...transfer.files];
  const found = [];
  for (const entry of entries) await gather(entry, found, true);
  return found;
}

async function gather(entry, found, isChosen) {
  if (entry.isFile) {
    if (isChosen || ENDING.test(entry.name)) found.push(await new Promise((take, fail) => entry.file(take, fail)));
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((take, fail) => reader.readEntries(take, fail));
    if (!some.length) return;
    for (const inner of some) await gather(inner, found, false);
  }
}

input.addEventListener("change", () => {
  const files = [...input.files];
  input.value = "";
  if (files.length) send(files);
});

// The whole page takes a drop: a file that misses the field would open in its place.
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    form.classList.add("over");
  });
}
document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) form.classList.remove("over");
});
document.addEventListener("drop", async (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  form.classList.remove("over");
  send(await dropped(event.dataTransfer));
});
