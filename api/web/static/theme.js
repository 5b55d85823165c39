// Light or dark: as the system says, until somebody says otherwise. Runs before the first paint.
(() => {
  const KEY = "cardstats-theme";
  const root = document.documentElement;
  const read = () => {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // storage may be forbidden
    }
  };
  const chosen = read();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("[data-theme-switch]");
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", () => {
      const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      const next = (root.dataset.theme ?? system) === "dark" ? "light" : "dark";
      root.dataset.theme = next;
      try {
        localStorage.setItem(KEY, next);
      } catch {
        // it holds for this page alone then
      }
    });
  });
})();
