import { readFileSync } from 'node:fs';
import type { ImportedMessage } from '../../../src/adapters/transcripts/recording.ts';
import { toolCallsOf } from '../../../src/core/log/message.ts';
import { textOfItem, type ContextItem } from './contextItem.ts';
import { splitOfName, type Split } from './split.ts';
import { seededRandom, shuffled } from './seeded.ts';

/**
 * The number of sentences that are planted in one session. The number is small enough that the sentences fit a quarter
 * of the smallest budget.
 */
const PLANTED = 8;
/**
 * Sentences are planted only among the oldest messages of the past, to keep the sentences out of a verbatim tail. This
 * is the share of these messages.
 */
const OLD_SHARE = 0.6;

export interface ConstraintScore {
  readonly row: string;
  readonly budget: string;
  readonly planted: number;
  readonly held: number;
  /** The sentences that did not survive word for word, for a person to read. */
  readonly lost: readonly string[];
}

interface LabelledSentence {
  readonly text: string;
  readonly label: string;
}

export interface PlantedPast {
  readonly past: readonly ImportedMessage[];
  readonly sentences: readonly string[];
}

/**
 * Returns the labelled constraints of the given part. A hash decides which part a constraint belongs to, as for
 * transcripts.
 */
export function readConstraints(path: string, part: Split | 'all'): readonly string[] {
  const entries = JSON.parse(readFileSync(path, 'utf8')) as readonly LabelledSentence[];
  return entries
    .filter(({ text, label }) => label === 'constraint' && (part === 'all' || splitOfName(text) === part))
    .map(({ text }) => text);
}

/**
 * Adds at most eight random sentences as user messages to the older part of a past. The places are random, but never
 * between a call and its result.
 */
export function plantConstraints(
  past: readonly ImportedMessage[],
  sentences: readonly string[],
  seed: number,
): PlantedPast {
  const random = seededRandom(seed);
  const chosen = shuffled(sentences, random).slice(0, PLANTED);
  const places = closedPlaces(past);
  const wanted = chosen.map((text) => ({ text, at: places[Math.floor(random() * places.length)] ?? 0 }));
  const planted = past.flatMap((message, index) => [
    ...wanted.filter(({ at }) => at === index).map(({ text }) => typed(text)),
    message,
  ]);
  return { past: planted, sentences: chosen };
}

/**
 * Returns the sentences that a context contains word for word, except for white space. Does not check whether the
 * context fits the budget.
 */
export function heldSentences(
  sentences: readonly string[],
  items: readonly ContextItem[],
): readonly string[] {
  const text = oneSpaced(items.map(textOfItem).join('\n'));
  return sentences.filter((sentence) => text.includes(oneSpaced(sentence)));
}

function closedPlaces(past: readonly ImportedMessage[]): readonly number[] {
  const open = new Set<string>();
  const places: number[] = [];
  for (const [index, { message }] of past.slice(0, Math.floor(past.length * OLD_SHARE)).entries()) {
    if (open.size === 0) places.push(index);
    for (const call of toolCallsOf(message)) open.add(call.callId);
    if (message.role === 'tool') open.delete(message.callId);
  }
  return places;
}

function typed(text: string): ImportedMessage {
  return { message: { role: 'user', parts: [{ type: 'text', text }] } };
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/gu, ' ');
}
