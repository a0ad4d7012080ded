import { mapInSteps, type Steps } from '../steps.ts';
import { namesOfRun } from '../text/names.ts';
import { commandsIn } from './quotedCommands.ts';

/** Matches letters and digits of scripts that put spaces between words. */
const WORD = /[\w$\u00c0-\u024f\u0370-\u052f]/;

/** Returns whether a text contains a name or number as a whole, not as part of a longer one. */
export function standsIn(text: string, wanted: string): boolean {
  const startsWord = WORD.test(wanted.charAt(0));
  const endsWord = WORD.test(wanted.slice(-1));
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const joinsBefore = startsWord && WORD.test(text.charAt(at - 1));
    const joinsAfter = endsWord && WORD.test(text.charAt(at + wanted.length));
    if (!joinsBefore && !joinsAfter) return true;
  }
  return false;
}

/** Normalizes white space, case, code marks and quotes, to compare a quotation with its source. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/`/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A text in which claims are searched. */
export interface Source {
  readonly exact: string;
  readonly plain: string;
  readonly lines: readonly string[];
}

export function* sourceOf(texts: readonly string[]): Steps<Source> {
  const plain = yield* mapInSteps(texts, plainText, lengthOfText);
  const lines = yield* mapInSteps(texts, (text) => text.split('\n'), lengthOfText);
  return { exact: texts.join('\n'), plain: plain.filter(Boolean).join(' '), lines: lines.flat() };
}

export function lengthOfText(text: string): number {
  return text.length;
}

/** Matches an ellipsis; `./...` and `a...b` occur in commands and don't match. */
const ELLIPSIS = /…|(?<![\w./\\])\.{3}(?![\w./])/u;
/** Matches a call with the names of its parameters, without types and defaults. */
const CALL = /^([\w$.]+)\(([\w$,\s]+)\)$/u;

/** Matches a `cd` command, which has no effect by itself. */
const CHANGES_FOLDER = /^cd\s+(\S+)$/u;
const CHANGE_OF_FOLDER = /\bcd\s+["']?([^\s"'`;&|)]+)/gu;

/** Returns whether the text changes to that folder, or to one whose path ends in it. */
function changesTo(text: string, folder: string): boolean {
  return [...text.matchAll(CHANGE_OF_FOLDER)].some(([, to = '']) => `/${to}`.endsWith(`/${folder}`));
}

/**
 * Returns whether the source contains the code as a whole, ignoring ellipses. A call may lack its brackets or match by
 * its names; a location (`a.ts:12`) may match by its names and numbers. A command must match as a whole, several on one
 * line each separately, and a change of folder by its folder.
 */
export function hasCode(code: string, source: Source): boolean {
  if (ELLIPSIS.test(code)) {
    const pieces = code.split(ELLIPSIS).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
    return pieces.every((piece) => hasCode(piece.trim(), source));
  }
  const commands = commandsIn(code);
  if (commands.length > 1) return commands.every((command) => hasCode(command, source));
  const [, folder] = CHANGES_FOLDER.exec(code) ?? [];
  if (folder !== undefined) return changesTo(source.exact, folder);
  const [, called, taken] = CALL.exec(code) ?? [];
  const names = taken?.match(/[\w$]+/gu) ?? [];
  if (called !== undefined && [`${called}(`, ...names].every((name) => standsIn(source.exact, name)))
    return true;
  const whole = plainText(code);
  const isThere = standsIn(source.exact, code) || standsIn(source.plain, whole);
  if (isThere || /\s/.test(whole)) return isThere;
  if (/\(\)$/.test(code)) return standsIn(source.exact, code.slice(0, -2));
  const parts = namesOfRun(code);
  return (
    parts.length > 0 &&
    [...parts, ...(code.match(/\d+/g) ?? [])].every((part) => standsIn(source.exact, part))
  );
}
