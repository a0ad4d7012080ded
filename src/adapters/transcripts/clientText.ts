import type { TextPart } from '../../core/log/message.ts';
import { CLIENTS, PERSON_ARGUMENTS, PERSON_FRAMES, CLIENT_NAME_ENDS } from './clientTexts.ts';

/**
 * Separates the person's words from the text of a client program, and keeps the order of both. Clients write reminders,
 * the environment, instruction files, slash commands and the summaries of their own compactions into the person's
 * messages. An element in the middle of a line counts as the person's text, since the person may mention an element.
 */

const LABELS: ReadonlyMap<string, string> = new Map(
  Object.values(CLIENTS).flatMap(({ elements }) => Object.entries(elements)),
);
const WHOLE_TEXTS = Object.values(CLIENTS).flatMap(({ texts }) => texts);
const TAILS = Object.values(CLIENTS).flatMap(({ tails }) => tails ?? []);

const ENDS = Object.keys(CLIENT_NAME_ENDS).join('|');
const PERSON_OPENING = openingTag([...LABELS.keys(), `\\w{1,40}(?:-\\w{1,40}){0,4}[-_](?:${ENDS})`]);
const RESULT_OPENING = openingTag(['system-reminder', 'system_reminder']);

/** Splits a user message's text into parts with the person's words and parts with the client's text. */
export function splitUserText(text: string): readonly TextPart[] {
  return splitFrames(text) ?? splitWords(text);
}

/** Matches Claude Code's text below a subagent's report: how to continue the subagent, and its usage (e.g. tokens). */
const BELOW_REPORT =
  /(?<![^\n])agentId: [\w-]{1,80} \([^\n]{1,200}\)(?:\s*<usage>[^<]{0,500}<\/usage>)?\s*$/u;

/**
 * Splits the text of a tool result into parts. Reminders and lines below a subagent's report are client text;
 * everything else is the tool's own text.
 */
export function splitResultText(text: string): readonly TextPart[] {
  const below = BELOW_REPORT.exec(text.slice(-LONGEST_BELOW_REPORT))?.[0] ?? '';
  const parts = splitElements(text.slice(0, text.length - below.length), RESULT_OPENING, personParts);
  if (below !== '') return [...parts, clientPart(below, 'environment')];
  return parts.length > 0 ? parts : [{ type: 'text', text }];
}

const LONGEST_BELOW_REPORT = 1_000;

/** The label of a command's output that was sent as a user message instead of a tool result. */
export const OBSERVATION = 'observation';

export function clientPart(text: string, label: string): TextPart {
  return { type: 'text', text, origin: 'client', label };
}

function splitWords(text: string): readonly TextPart[] {
  return (
    wholeText(text) ??
    splitPromptFile(text) ??
    splitBelowHeading(text) ??
    splitTail(text) ??
    splitElements(text, PERSON_OPENING, (words) => wholeText(words) ?? personParts(words))
  );
}

function personParts(text: string): readonly TextPart[] {
  return [{ type: 'text', text }];
}

function wholeText(text: string): readonly TextPart[] | undefined {
  const trimmed = text.trim();
  const known = WHOLE_TEXTS.find(([pattern]) => pattern.test(trimmed));
  return known && [clientPart(text, known[1])];
}

/**
 * Matches the front matter of an instruction file. If the person typed the file's name, the client sends the contents
 * of the file instead of the name. `FILE_OPENING` recognizes a file without front matter by the sentence or the
 * heading above the person's words.
 */
const FILE_HEAD = /^\s*---\r?\n(?:[^\n]{0,500}\n){0,40}?(?:description|argument-hint|allowed-tools):/u;
const FILE_OPENING =
  /^\s*(?:# [^\n]{1,200}\n\s*)?(?:The user input to you can be provided directly by the agent or as a command argument|## User Input\s+```)/u;
const FILE_INPUT =
  /^(?:#{1,3} )?User input:?\s+```(?:text)?\n\s{0,200}(?!```|\$)(?<typed>\S[\s\S]*?)\n```/dimu;

function splitPromptFile(text: string): readonly TextPart[] | undefined {
  if (!FILE_HEAD.test(text) && !FILE_OPENING.test(text)) return undefined;
  const input = FILE_INPUT.exec(text);
  const typed = input?.groups?.['typed']?.trim() ?? '';
  return splitAround(text, typed, 'instructions', input?.indices?.groups?.['typed']?.[0]);
}

/** Matches the heading that editors write above the person's words, below the list of open and mentioned files. */
const REQUEST_HEADING = /^## My request(?: for Codex)?:[ \t]*/mu;

function splitBelowHeading(text: string): readonly TextPart[] | undefined {
  const heading = text.trimStart().startsWith('# ') ? REQUEST_HEADING.exec(text) : null;
  if (heading === null) return undefined;
  const end = heading.index + heading[0].length;
  return [clientPart(text.slice(0, end), 'environment'), ...splitWords(text.slice(end))];
}

function splitTail(text: string): readonly TextPart[] | undefined {
  for (const [pattern, label] of TAILS) {
    const tail = pattern.exec(text);
    if (tail !== null) return [...splitWords(text.slice(0, tail.index)), clientPart(tail[0], label)];
  }
  return undefined;
}

export interface Element {
  readonly tag: string;
  readonly start: number;
  readonly end: number;
  readonly inside: string;
}

/**
 * Splits a text in which a client puts the person's words into elements (`PERSON_FRAMES`). The text inside these
 * elements and the text after the last of these elements are split by `splitWords`. All other text is client text. If
 * an element of `PERSON_FRAMES` directly follows a notification, the text inside the element is client text, too.
 * Returns undefined if the text has no closed element of `PERSON_FRAMES`.
 */
function splitFrames(text: string): readonly TextPart[] | undefined {
  if (!PERSON_FRAMES.some((frame) => text.includes(`<${frame}>`))) return undefined;
  const all = elementsOf(text);
  const last = all.findLastIndex(({ tag }) => isFrame(tag));
  if (last < 0) return undefined;
  const parts: TextPart[] = [];
  let [end, before] = [0, ''];
  for (const { tag, start, end: next, inside } of all.slice(0, last + 1)) {
    const gap = text.slice(end, start);
    if (gap.trim() !== '') parts.push(clientPart(gap, 'environment'));
    const isInjected = gap.trim() === '' && labelOf(before) === 'notification';
    if (!isFrame(tag)) parts.push(clientPart(text.slice(start, next), labelOf(tag) ?? 'environment'));
    else if (isInjected) parts.push(clientPart(inside, 'notification'));
    else if (inside.trim() !== '') parts.push(...splitWords(inside.trim()));
    [end, before] = [next, tag];
  }
  return text.slice(end).trim() === '' ? parts : [...parts, ...splitWords(text.slice(end).trim())];
}

function isFrame(tag: string): boolean {
  return (PERSON_FRAMES as readonly string[]).includes(tag);
}

/** Returns all closed outermost elements, with any name, that are at the start of a line or follow another element. */
export function elementsOf(text: string): readonly Element[] {
  const found: Element[] = [];
  const lastClosing = new Map<string, number>();
  let end = 0;
  for (const match of text.matchAll(openingTag(['[A-Za-z][\\w-]{0,60}']))) {
    const tag = match[1] ?? '';
    if (match.index < end || !standsAlone(text, match.index, end)) continue;
    const last = lastClosing.get(tag) ?? text.lastIndexOf(`</${tag}>`);
    lastClosing.set(tag, last);
    if (last < match.index) continue;
    const closing = text.indexOf(`</${tag}>`, match.index);
    const inside = text.slice(match.index + match[0].length, closing);
    end = closing + tag.length + 3;
    found.push({ tag, start: match.index, end, inside });
  }
  return found;
}

function openingTag(names: readonly string[]): RegExp {
  const byLength = [...names].sort((a, b) => b.length - a.length);
  return new RegExp(`<(${byLength.join('|')})(?: [^<>]{0,500})?>`, 'gu');
}

function labelOf(tag: string): string | undefined {
  return LABELS.get(tag) ?? CLIENT_NAME_ENDS[/[-_]([a-z]+)$/u.exec(tag)?.[1] ?? ''];
}

/**
 * Splits a text at the elements whose opening tags match `opening`. An element becomes client text, except for a slash
 * command's arguments. An element without a closing tag extends to the end of the text. `tell` converts the texts
 * outside of elements to parts.
 */
function splitElements(
  text: string,
  opening: RegExp,
  tell: (words: string) => readonly TextPart[],
): readonly TextPart[] {
  const parts: TextPart[] = [];
  const addWords = (words: string): void => {
    if (words.trim() !== '') parts.push(...tell(words));
  };
  let end = 0;
  for (const match of text.matchAll(opening)) {
    if (match.index < end || !standsAlone(text, match.index, end)) continue;
    addWords(text.slice(end, match.index));
    const tag = match[1] ?? '';
    const closing = text.indexOf(`</${tag}>`, match.index);
    end = closing < 0 ? text.length : closing + tag.length + 3;
    const element = text.slice(match.index, end);
    const typed =
      tag === PERSON_ARGUMENTS ? element.slice(match[0].length, closing - match.index).trim() : '';
    parts.push(...splitAround(element, typed, labelOf(tag) ?? tag, match[0].length));
  }
  addWords(text.slice(end));
  return parts;
}

/** Returns whether an element is at the start of its line or follows the previous element, apart from blanks. */
function standsAlone(text: string, index: number, previousEnd: number): boolean {
  let before = index - 1;
  while (before >= previousEnd && (text[before] === ' ' || text[before] === '\t')) before -= 1;
  return before < previousEnd || text[before] === '\n';
}

/**
 * Splits a client's text into the person's words (`typed`) and the text before and after these words. Searches for the
 * words from the offset `from`.
 */
function splitAround(text: string, typed: string, label: string, from = 0): readonly TextPart[] {
  if (typed === '') return [clientPart(text, label)];
  const start = text.indexOf(typed, from);
  return [
    clientPart(text.slice(0, start), label),
    { type: 'text', text: typed },
    clientPart(text.slice(start + typed.length), label),
  ];
}
