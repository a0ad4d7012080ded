import type { ChatDelta } from '../../core/ports.ts';
import { isObject, stringOf } from '../transcripts/json.ts';
import { MOST_ITEMS } from './callSlots.ts';
import { PayloadTooLargeError } from './payloadMeter.ts';

/** The fields of a delta that contain text or thoughts, in different formats. */
export interface WordFields {
  readonly content?: unknown;
  readonly refusal?: unknown;
  readonly reasoning_content?: unknown;
  readonly reasoning?: unknown;
  /** GitHub Copilot's name for thoughts. */
  readonly reasoning_text?: unknown;
  /** Ollama's name for thoughts. */
  readonly thinking?: unknown;
  readonly reasoning_details?: unknown;
  readonly thinking_blocks?: unknown;
}

interface Words {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

/**
 * Returns the thought, the text and the refusal of a delta, in this order. If several fields contain the thought, uses
 * only one of them. Uses the lists `reasoning_details` and `thinking_blocks` only if `readsLists` is true and the other
 * fields are empty.
 */
export function wordsOf(delta: WordFields, readsLists: boolean): readonly ChatDelta[] {
  const plain = plainThoughtOf(delta);
  const thought = plain === '' && readsLists ? listedThoughtOf(delta) : plain;
  const words: readonly Words[] = [
    { type: 'reasoning', text: thought },
    ...listOf(delta.content).map(partOf),
    { type: 'text', text: textIn(delta.refusal) },
  ];
  return words.filter(({ text }) => text !== '');
}

/** Returns the thought in a field other than the lists `reasoning_details` and `thinking_blocks`. */
export function plainThoughtOf({
  reasoning_content,
  reasoning,
  reasoning_text,
  thinking,
}: WordFields): string {
  return firstText([reasoning_content, reasoning, reasoning_text, thinking]);
}

function listedThoughtOf({ reasoning_details, thinking_blocks }: WordFields): string {
  return firstText([reasoning_details, thinking_blocks]);
}

function firstText(values: readonly unknown[]): string {
  return values.map((value) => textIn(value)).find((text) => text !== '') ?? '';
}

/** Converts a part. A part is usually a text, but Mistral's and other thinking models also send thoughts as parts. */
function partOf(part: unknown): Words {
  const isThought =
    isObject(part) &&
    (part['thinking'] != null || /^(?:thinking|reasoning)/.test(stringOf(part, 'type') ?? ''));
  return { type: isThought ? 'reasoning' : 'text', text: textIn(part) };
}

/**
 * Returns the text of a value: a string or number itself, the joined texts of a list, or the text of an object's first
 * field from `TEXT_NAMES`. Searches at most `MOST_DEPTH` levels.
 */
function textIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (depth > MOST_DEPTH) return '';
  if (Array.isArray(value))
    return listOf(value)
      .map((item) => textIn(item, depth + 1))
      .join('');
  if (!isObject(value)) return '';
  const named = TEXT_NAMES.map((name) => value[name]).find((inner) => inner != null);
  return textIn(named, depth + 1);
}

const TEXT_NAMES = ['text', 'thinking', 'content', 'summary', 'value', 'refusal'] as const;
/**
 * The maximum depth to search. The deepest known value is `[{ type: 'thinking', thinking: [{ text: { value } }] }]`.
 */
const MOST_DEPTH = 5;

function listOf(value: unknown): readonly unknown[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > MOST_ITEMS) throw new PayloadTooLargeError();
  return items;
}
