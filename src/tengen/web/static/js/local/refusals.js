// What this engine says no to, in the words and codes of the server's.

import { Refused } from "../refused.js";

export const refused = (status, code, error) => new Refused(status, { code, error });
export const badInput = (error) => refused(400, "bad input", error);
export const notFound = (error) => refused(404, "not found", error);

/** What is wrong at this place of a text; lines and columns are from 1. */
export const fault = (line, column, message) => badInput(`line ${line}, column ${column}: ${message}`);

export const quoted = (text) => `'${text.length <= 20 ? text : `${text.slice(0, 20)}...`}'`;

export function listed(words) {
  const [last, ...most] = [...words].reverse();
  return most.length ? `${most.reverse().join(", ")} or ${last}` : last;
}

/** An error as it goes to the page: what was refused by us or by the core, in their words; all else is a fault of ours. */
export function asRefusal(error) {
  if (error instanceof Refused) return { status: error.status, body: { error: error.message, code: error.code } };
  if (["TengenError", "IllegalMove"].includes(error.name)) return { status: 400, body: { error: error.message, code: "bad input" } };
  console.error(error);
  const words = "something went wrong here, and it is not your fault";
  return { status: 500, body: { error: words, code: "server error" } };
}
