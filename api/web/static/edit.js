// Leads from a fault to its line in the text, and checks it with Ctrl-Enter.

const form = document.querySelector("[data-editor]");
const text = form.elements.namedItem("text");

for (const link of document.querySelectorAll("[data-line]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const line = Number(link.dataset.line);
    const lines = text.value.split("\n");
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    text.focus();
    text.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
    text.scrollTop = (text.scrollHeight / lines.length) * Math.max(line - 6, 0);
    text.scrollLeft = 0;
  });
}

text.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(form.querySelector("[name=check]"));
});

// What was typed is not lost by a wrong click.
let isChanged = false;
text.addEventListener("input", () => (isChanged = true));
form.addEventListener("submit", () => (isChanged = false));
addEventListener("beforeunload", (event) => {
  if (isChanged) event.preventDefault();
});
