import type { TextPart } from '../../core/log/message.ts';
import { kindOfTool, type ToolKind } from '../../core/tools/toolKind.ts';
import { clientPart, elementsOf, splitUserText } from './clientText.ts';
import { isObject, parseJson, stringOf } from './json.ts';

/** The elements in which Cline and its relatives put what the person typed. */
const WORDS: ReadonlySet<string> = new Set(['task', 'feedback', 'user_message', 'answer']);
/** How they begin the text of a tool's result; what the call was about may have several lines. */
const RESULT = /^\s*\[([a-z][a-z_]*)(?: for '[\s\S]*?')?\] Result:\s*/u;

/** Returns the name of the tool of which a text is the result, as the client calls it, and the result. */
export function clineResultIn(text: string): { readonly name: string; readonly body: string } | undefined {
  const [opening, name = ''] = RESULT.exec(text) ?? [];
  return opening === undefined ? undefined : { name, body: text.slice(opening.length) };
}

/**
 * Returns whether the client says by a mark of its own who speaks: an element, a bracketed word, a heading, a remark in
 * brackets.
 */
export function isMarkedByCline(text: string): boolean {
  return /^\s*[<[(#]/u.test(text);
}

export interface ClineSplit {
  readonly person: readonly TextPart[];
  /** The text without the elements of the person's words; an answer to a question stays. */
  readonly rest: string;
}

/**
 * Returns a text in parts: the words of the person's elements, as far as they stand in no other, and what stands around
 * them.
 */
export function splitClineText(text: string): ClineSplit {
  const told = quotedIn(text, FEEDBACK_TOLD) ?? statusIn(text);
  if (told !== undefined) return told;
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

/** Tools whose results are the client's own; what others bring may hold any words, also in elements like these. */
const OWN_RESULT: ReadonlySet<ToolKind> = new Set(['edit', 'write', 'delete', 'plan', 'ask', 'answer']);
/** Whose results may be data of that form. */
const OTHERS_RESULT: ReadonlySet<ToolKind> = new Set(['other', 'web']);

/** Returns a tool's result in parts: what the client says in it that the person typed, and the rest. */
export function splitClineResult(text: string, tool: string): ClineSplit {
  const kind = kindOfTool(tool);
  if (OWN_RESULT.has(kind)) return splitClineText(text);
  const told = (kind === 'shell' ? saidWhileRunning(text) : undefined) ?? quotedIn(text, DECIDED);
  const status = OTHERS_RESULT.has(kind) ? undefined : statusIn(text);
  return told ?? status ?? { person: [], rest: text.trim() };
}

/** The person refused a call or let it through, with a remark. */
const DECIDED =
  /^\s*(?<told>The user (?:denied|approved|has provided|provided)[^<:]{0,200}:?)\s*<(?<tag>feedback|user_message)>\n?(?<typed>[\s\S]*?)\n?<\/\k<tag>>(?<after>[\s\S]*)$/u;
/**
 * The person said something while a command ran: it stands last, behind what the command had printed, which may hold any number
 * of such elements.
 */
function saidWhileRunning(text: string): ClineSplit | undefined {
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

/** Newer versions of Roo Code tell what became of a call as JSON, in front of what the call gave. */
function statusIn(text: string): ClineSplit | undefined {
  const json = /^\{"status":"(?:denied|approved|guidance)",[^\n]*\}(?=\n|$)/u.exec(text)?.[0] ?? '';
  const value = json === '' ? undefined : parseJson(json);
  const feedback = isObject(value) ? (stringOf(value, 'feedback')?.trim() ?? '') : '';
  if (!isObject(value) || feedback === '') return undefined;
  const rest = `${JSON.stringify({ status: value['status'] })}${text.slice(json.length)}`;
  return { person: [{ type: 'text', text: feedback }], rest: rest.trim() };
}

/** Returns text that the client wrote, its elements by their labels and the rest as what it asks of the model. */
export function clineClientParts(text: string): readonly TextPart[] {
  return splitUserText(text).map((part) =>
    part.origin === undefined ? clientPart(part.text, 'instructions') : part,
  );
}
