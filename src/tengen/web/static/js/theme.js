// Light or dark: as the system has it, until the switch says otherwise.

import { keep, recall } from "./kept.js";
import { find } from "./dom.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

function apply() {
  const chosen = recall("theme", null);
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  find("#theme").setAttribute("aria-pressed", String(isDark()));
}

function isDark() {
  return (document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
}

export function startTheme() {
  apply();
  dark.addEventListener("change", apply);
  find("#theme").addEventListener("click", () => {
    document.documentElement.dataset.theme = isDark() ? "light" : "dark";
    keep("theme", document.documentElement.dataset.theme);
    apply();
  });
}
