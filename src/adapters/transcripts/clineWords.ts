import type { TextPart } from '../../core/log/message.ts';
import { kindOfTool, type ToolKind } from '../../core/tools/toolKind.ts';
import { clientPart, elementsOf, splitUserText } from './clientText.ts';
import { isObject, parseJson, stringOf } from './json.ts';

/** The elements in which Cline and its forks put the person's words. */
const WORDS: ReadonlySet<string> = new Set(['task', 'feedback', 'user_message', 'answer']);
/** Matches the beginning of a tool result. The argument in quotes can have several lines. */
const RESULT = /^\s*\[([a-z][a-z_]*)(?: for '[\s\S]*?')?\] Result:\s*/u;

/** Returns the name of the tool and the text of its result; undefined if the text is not a tool result. */
export function clineResultIn(text: string): { readonly name: string; readonly body: string } | undefined {
  const [opening, name = ''] = RESULT.exec(text) ?? [];
  return opening === undefined ? undefined : { name, body: text.slice(opening.length) };
}

/**
 * Returns whether a text begins with a mark of Cline's own text or of the person's words: an element, a bracket or a
 * heading. After a text that is only `[tool] Result:`, a text without such a mark is the tool's result.
 */
export function isMarkedByCline(text: string): boolean {
  return /^\s*[<[(#]/u.test(text);
}

export interface ClineSplit {
  readonly person: readonly TextPart[];
  /** All text except for the person's words. But the person's answer to a question stays in this text. */
  readonly rest: string;
}

/**
 * Splits a text into the person's words and all other text. The client quotes the person's words in one of three forms:
 * after the note `User feedback:`, in the JSON of a decision on a call, or in outermost elements.
 */
export function splitClineText(text: string): ClineSplit {
  const split = quotedIn(text, FEEDBACK_TOLD) ?? statusIn(text);
  if (split !== undefined) return split;
  const person: TextPart[] = [];
  let rest = '';
  let end = 0;
  for (const { tag, start, end: next, inside } of elementsOf(text)) {
    if (!WORDS.has(tag)) continue;
    const words = inside.trim();
    rest += `${text.slice(end, start)}${tag === 'answer' ? words : ''}`;
    if (tag !== 'answer' && words !== '') person.push({ type: 'text', text: words });
    end = next;
  }
  return { person, rest: `${rest}${text.slice(end)}`.trim() };
}

const FEEDBACK_TOLD = /^(?<told>Tool repetition limit reached\. User feedback:)\s*(?<typed>[\s\S]+)$/u;

/**
 * The kinds of tools whose results are the client's own text. Results of other tools may quote texts with the elements
 * in `WORDS`.
 */
const OWN_RESULT: ReadonlySet<ToolKind> = new Set(['edit', 'write', 'delete', 'plan', 'ask', 'answer']);
/** The kinds of tools whose own results may be JSON in the same form as a decision (`statusIn`). */
const MAY_RETURN_JSON: ReadonlySet<ToolKind> = new Set(['other', 'web']);

/** Splits a tool result into the person's words, which the client quotes, and all other text. */
export function splitClineResult(text: string, tool: string): ClineSplit {
  const kind = kindOfTool(tool);
  if (OWN_RESULT.has(kind)) return splitClineText(text);
  const split = (kind === 'shell' ? splitRunningCommand(text) : undefined) ?? quotedIn(text, DECIDED);
  const status = MAY_RETURN_JSON.has(kind) ? undefined : statusIn(text);
  return split ?? status ?? { person: [], rest: text.trim() };
}

/** Matches the result of a call if the person refused or allowed the call and added a remark. */
const DECIDED =
  /^\s*(?<told>The user (?:denied|approved|has provided|provided)[^<:]{0,200}:?)\s*<(?<tag>feedback|user_message)>\n?(?<typed>[\s\S]*?)\n?<\/\k<tag>>(?<after>[\s\S]*)$/u;
/**
 * Splits the result of a running command. The person's words come last, after the command's output. The output may
 * contain elements with the same name as the element around the person's words.
 */
function splitRunningCommand(text: string): ClineSplit | undefined {
  const tag = RUNNING.test(text) ? LAST_CLOSING.exec(text.slice(-100))?.[1] : undefined;
  if (tag === undefined) return undefined;
  const end = text.lastIndexOf(`\n</${tag}>`);
  const start = text.lastIndexOf(`\n<${tag}>\n`, end);
  const typed = start < 0 ? '' : text.slice(start + tag.length + 4, end).trim();
  if (typed === '') return undefined;
  return { person: [{ type: 'text', text: typed }], rest: text.slice(0, start).trim() };
}

const RUNNING = /^\s*Command is (?:still )?running\b/u;
const LAST_CLOSING = /\n<\/(feedback|user_message)>\s*$/u;

function quotedIn(text: string, pattern: RegExp): ClineSplit | undefined {
  const { told = '', typed = '', after = '' } = pattern.exec(text)?.groups ?? {};
  if (typed.trim() === '') return undefined;
  return { person: [{ type: 'text', text: typed.trim() }], rest: `${told}${after}`.trim() };
}

/** Splits a result of newer versions of Roo Code: JSON with the decision on the call, followed by the result itself. */
function statusIn(text: string): ClineSplit | undefined {
  const json = /^\{"status":"(?:denied|approved|guidance)",[^\n]*\}(?=\n|$)/u.exec(text)?.[0] ?? '';
  const value = json === '' ? undefined : parseJson(json);
  const feedback = isObject(value) ? (stringOf(value, 'feedback')?.trim() ?? '') : '';
  if (!isObject(value) || feedback === '') return undefined;
  const rest = `${JSON.stringify({ status: value['status'] })}${text.slice(json.length)}`;
  return { person: [{ type: 'text', text: feedback }], rest: rest.trim() };
}

/** Returns the client's text as parts. Elements get their own labels; all other text gets the label `instructions`. */
export function clineClientParts(text: string): readonly TextPart[] {
  return splitUserText(text).map((part) =>
    part.origin === undefined ? clientPart(part.text, 'instructions') : part,
  );
}
