import { digestOf } from '../../core/text/digest.ts';
import type { MessageId } from '../../core/log/entry.ts';
import { toolCallsOf, type Message } from '../../core/log/message.ts';
import { mapInSteps, type Steps } from '../../core/steps.ts';

/**
 * A message's id, and a key for its content. The key consists of the role and a digest. The digest is made from the ids
 * of the message's calls or, without calls, from its text without thinking.
 */
export type KeyedMessage = readonly [id: MessageId, key: string];

/**
 * Finds the known messages in a list of messages. `keys` contains the keys of this list. Returns the ids of the found
 * messages, by their positions in the list. First matches messages with equal keys. Then matches the messages before,
 * between and after these pairs by role and order, since the same message can have different keys: its text may differ
 * between the transcript and the plugin's requests. Never matches tool results with different keys, since the key of a
 * result is its call's id.
 */
export function alignKeys(
  known: readonly KeyedMessage[],
  keys: readonly string[],
): ReadonlyMap<number, MessageId> {
  const aligned = new Map<number, MessageId>();
  const places = placesByKey(keys);
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
  return mapInSteps(messages, keyOf, ({ parts }) =>
    parts.reduce((sum, part) => sum + ('text' in part ? part.text.length : 0), 0),
  );
}

function roleIn(key = ''): string {
  return key.slice(0, key.indexOf(' '));
}

function placesByKey(keys: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, key] of keys.entries()) {
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
  const parts: readonly { readonly type: string; readonly text?: string }[] = message.parts;
  return parts.flatMap(({ type, text }) => (type === 'reasoning' ? [] : (text ?? type))).join('\n');
}
