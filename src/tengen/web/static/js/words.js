// What the page says, in the reader's language. The sentences are in words-en.js and words-zh.js.

import { keep, recall } from "./kept.js";
import { ENGLISH } from "./words-en.js";
import { CHINESE } from "./words-zh.js";

export const LANGUAGES = { en: ENGLISH, zh: CHINESE };

let language = "en";

export function chooseLanguage() {
  const kept = recall("language", null);
  const wanted = LANGUAGES[kept] ? [kept] : navigator.languages ?? [];
  const found = wanted.map((each) => each.slice(0, 2).toLowerCase()).find((each) => LANGUAGES[each]);
  setLanguage(found ?? "en", false);
}

export function setLanguage(wanted, kept = true) {
  language = wanted;
  if (kept) keep("language", wanted);
  document.documentElement.lang = wanted === "zh" ? "zh-CN" : "en";
  translate(document);
}

export const currentLanguage = () => language;

/** The sentence of this name; {x} in it stands for values.x. */
export function say(name, values = {}) {
  const sentence = LANGUAGES[language][name];
  if (sentence === undefined) throw new Error(`no words for ${name} in ${language}`);
  if (typeof sentence === "function") return sentence(values);
  return sentence.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

export const hasWords = (name) => LANGUAGES[language][name] !== undefined;

/** Fills in every element that names its words: data-words for its text, data-label for its accessible name. */
export function translate(root) {
  for (const node of root.querySelectorAll("[data-words]")) node.textContent = say(node.dataset.words);
  for (const node of root.querySelectorAll("[data-label]")) node.setAttribute("aria-label", say(node.dataset.label));
  for (const node of root.querySelectorAll("[data-hint]")) node.setAttribute("placeholder", say(node.dataset.hint));
}
