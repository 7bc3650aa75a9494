// Three sheets, one of which is shown; arrow keys go from tab to tab.

import { find, show } from "./dom.js";

export function startTabs(changed) {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  const select = (chosen, focused) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.setAttribute("tabindex", tab === chosen ? "0" : "-1");
      show(find(`#${tab.getAttribute("aria-controls")}`), tab === chosen);
    }
    if (focused) chosen.focus();
    changed();
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener("click", () => select(tab, false));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      select(tabs.at(to % tabs.length), true);
    });
  }
  select(tabs[0], false);
}
