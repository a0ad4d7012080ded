import { digestOf } from '../../core/text/digest.ts';
import type { MessageId } from '../../core/log/entry.ts';
import { lengthOf, toolCallsOf, type Message } from '../../core/log/message.ts';
import { mapInSteps, type Steps } from '../../core/steps.ts';

/**
 * A message's id, and a key for its content. The key consists of the role and a digest. The digest is made from the ids
 * of the message's calls or, without calls, from its text without thinking.
 */
export type KeyedMessage = readonly [id: MessageId, key: string];

/**
 * Finds the known messages in a list of messages. `keys` contains the keys of this list, and `formerKeys` the keys that
 * an earlier version computed for messages of this list, at the same positions. Returns the ids of the found
 * messages, by their positions in the list. First matches messages with equal keys. Then matches the messages before,
 * between and after these pairs by role and order, since the same message can have different keys: its text may differ
 * between the transcript and the plugin's requests. Never matches tool results with different keys, since the key of a
 * result is its call's id.
 */
export function alignKeys(
  known: readonly KeyedMessage[],
  keys: readonly string[],
  formerKeys: readonly (string | undefined)[] = [],
): ReadonlyMap<number, MessageId> {
  const aligned = new Map<number, MessageId>();
  const places = placesByKey(keys, formerKeys);
  let [nextKnown, nextPlace] = [0, 0];
  const fill = (endKnown: number, endPlace: number): void => {
    for (; nextKnown < endKnown; nextKnown += 1) {
      const [id, key] = known[nextKnown] ?? ['', ''];
      if (roleIn(key) === 'tool') continue;
      let place = nextPlace;
      while (place < endPlace && !key.startsWith(`${roleIn(keys[place])} `)) place += 1;
      if (place === endPlace) continue;
      aligned.set(place, id);
      nextPlace = place + 1;
    }
  };
  for (const [at, [id, key]] of known.entries()) {
    const place = places.get(key)?.find((each) => each >= nextPlace);
    if (place === undefined) continue;
    fill(at, place);
    aligned.set(place, id);
    [nextKnown, nextPlace] = [at + 1, place + 1];
  }
  fill(known.length, keys.length);
  return aligned;
}

/** Returns the key of a transcript's message. The plugin computes the keys of messages in requests the same way. */
export function keyOf(message: Message): string {
  return `${message.role} ${digestOf(wordsOf(message))}`;
}

/** Computes the keys of all messages of a transcript. Works in steps, since there may be millions of characters. */
export function keysOf(messages: readonly Message[]): Steps<readonly string[]> {
  return mapInSteps(messages, keyOf, lengthOf);
}

/** Computes the keys that an earlier version saved for messages, if they were other ones. Works in steps, too. */
export function formerKeysOf(messages: readonly Message[]): Steps<readonly (string | undefined)[]> {
  return mapInSteps(messages, formerKeyOf, lengthOf);
}

/** Returns the former key of an answer with thinking and without calls: its digest included the word `thinking`. */
function formerKeyOf(message: Message): string | undefined {
  const { role, parts } = message;
  if (role !== 'assistant' || !parts.some(({ type }) => type === 'reasoning')) return undefined;
  return toolCallsOf(message).length > 0 ? undefined : `${role} ${digestOf(textIn(parts, ['thinking']))}`;
}

function roleIn(key = ''): string {
  return key.slice(0, key.indexOf(' '));
}

function placesByKey(
  keys: readonly string[],
  formerKeys: readonly (string | undefined)[],
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, now] of keys.entries())
    for (const key of [now, formerKeys[at] ?? []].flat()) {
      const known = places.get(key);
      if (known === undefined) places.set(key, [at]);
      else known.push(at);
    }
  return places;
}

function wordsOf(message: Message): string {
  if (message.role === 'tool') return message.callId;
  const calls = message.role === 'assistant' ? toolCallsOf(message).map(({ callId }) => callId) : [];
  if (calls.length > 0) return calls.join(' ');
  return textIn(message.parts, []);
}

/** Returns the text of parts, with `thinking` in place of each thought. */
function textIn(
  parts: readonly { readonly type: string; readonly text?: string }[],
  thinking: readonly string[],
): string {
  return parts.flatMap(({ type, text }) => (type === 'reasoning' ? thinking : (text ?? type))).join('\n');
}
