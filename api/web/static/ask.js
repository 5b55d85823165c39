// Offers how a question may go on, while it is typed: a combobox with a list (WAI-ARIA 1.2).

for (const form of document.querySelectorAll("[data-ask]")) dress(form);

function dress(form) {
  const input = form.querySelector("input[name=q]");
  const list = document.createElement("ul");
  const said = document.createElement("p");
  list.id = "offers";
  list.className = "offers";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "How the question may go on");
  said.className = "hush";
  said.setAttribute("role", "status");
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);
  input.setAttribute("aria-expanded", "false");
  input.parentElement.append(list);
  form.append(said);

  let offers = [];
  let active = -1;
  let asked = null; // the request under way
  let timer = 0;

  const isOpen = () => !list.hidden;

  function close() {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    active = -1;
  }

  function mark(nth) {
    active = nth;
    [...list.children].forEach((one, at) => one.setAttribute("aria-selected", String(at === nth)));
    const chosen = list.children[nth];
    if (chosen) {
      input.setAttribute("aria-activedescendant", chosen.id);
      chosen.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  }

  function take(nth) {
    const offer = offers[nth];
    input.value = `${input.value.slice(0, offer.start)}${offer.text} `;
    input.setSelectionRange(input.value.length, input.value.length);
    input.focus();
    close();
    look(0);
  }

  function show(found) {
    offers = found;
    list.replaceChildren(
      ...found.map((offer, nth) => {
        const option = document.createElement("li");
        const text = document.createElement("b");
        const sentence = document.createElement("span");
        option.id = `offer-${nth}`;
        option.setAttribute("role", "option");
        option.setAttribute("aria-selected", "false");
        text.textContent = offer.text;
        sentence.textContent = offer.sentence;
        option.append(text, " ", sentence);
        option.addEventListener("pointerdown", (event) => {
          event.preventDefault(); // the box keeps the focus
          take(nth);
        });
        return option;
      }),
    );
    list.hidden = !found.length;
    active = -1;
    input.setAttribute("aria-expanded", String(isOpen()));
    input.removeAttribute("aria-activedescendant");
    said.textContent = found.length ? `${found.length} ways to go on` : "";
  }

  function look(wait) {
    clearTimeout(timer);
    asked?.abort();
    timer = setTimeout(async () => {
      const mine = new AbortController();
      asked = mine;
      const begun = input.value.slice(0, input.selectionStart ?? input.value.length);
      if (begun.length < input.value.length) return close(); // in the middle nothing is offered
      try {
        const answer = await fetch(`/ask/complete?${new URLSearchParams({ q: begun })}`, { signal: mine.signal });
        if (!answer.ok) return close();
        const told = await answer.json();
        if (asked === mine && document.activeElement === input) show(told.offers);
      } catch (error) {
        if (error.name !== "AbortError") close();
      }
    }, wait);
  }

  input.addEventListener("input", () => look(90));
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!isOpen()) return look(0);
      const step = event.key === "ArrowDown" ? 1 : -1;
      const count = offers.length + 1; // one place is the box itself
      mark(((active + 1 + step + count) % count) - 1);
    } else if (event.key === "Enter" && isOpen() && active >= 0) {
      event.preventDefault();
      take(active);
    } else if (event.key === "Escape" && isOpen()) {
      event.preventDefault();
      close();
    }
  });
}
