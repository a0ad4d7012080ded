import type { TextSpan } from './mask.ts';

/** Shorter values stand in many texts by chance. */
const LEAST_LENGTH = 6;
/** One word of letters alone, such as a person may write of anything. */
const PLAIN_WORD = /^\p{Lu}?\p{Ll}+$|^\p{Lu}+$|^\p{Lo}+$/u;
const IN_WORD = /[\p{L}\p{N}]/u;
/** Escapes end in a letter or digit that is no part of the word behind it: `\n`, `%20`, `\u001b`, a colour's end. */
const ESCAPE_END = /(?:\\[bfnrt]|%[\da-f]{2}|\\u[\da-f]{4}|\u001b\[[\d;]{0,12}m)$/i;
const LONGEST_ESCAPE = 16;

/** Where a value that is known as a secret stands in a text, as a whole word, in whichever form it is written there. */
export function knownPlaces(value: string, text: string): readonly Omit<TextSpan, 'kind'>[] {
  if (value.length < LEAST_LENGTH || PLAIN_WORD.test(value)) return [];
  return writtenForms(value).flatMap((form) => wholePlaces(form, text));
}

/** A value as it is, and as JSON (once and twice), an address and a shell write it. */
export function writtenForms(value: string): readonly string[] {
  const json = inJson(value);
  const url = encodeURIComponent(value.toWellFormed());
  const forms = [
    value,
    json,
    inJson(json),
    url,
    url.replaceAll('%20', '+'),
    url.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase()),
    value.replace(/[^\w@%+=:,./-]/g, '\\$&'),
    value.replace(/[$`"\\]/g, '\\$&'),
    value.replaceAll("'", "'\\''"),
    value.replaceAll("'", `'"'"'`),
  ];
  return [...new Set(forms)];
}

function wholePlaces(form: string, text: string): readonly Omit<TextSpan, 'kind'>[] {
  const places: Omit<TextSpan, 'kind'>[] = [];
  for (let start = text.indexOf(form); start >= 0; start = text.indexOf(form, start + form.length)) {
    const end = start + form.length;
    if (beginsWord(text, start) && !IN_WORD.test(text.charAt(end))) places.push({ start, end });
  }
  return places;
}

function beginsWord(text: string, start: number): boolean {
  return (
    !IN_WORD.test(text.charAt(start - 1)) ||
    ESCAPE_END.test(text.slice(Math.max(0, start - LONGEST_ESCAPE), start))
  );
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
