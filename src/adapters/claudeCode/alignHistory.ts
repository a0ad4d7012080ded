import { digestOf } from '../../core/agent/digest.ts';
import type { SavedHistory } from '../../core/agent/hostHistory.ts';
import type { MessageId } from '../../core/log/entry.ts';
import { toolCallsOf, type Message } from '../../core/log/message.ts';

/**
 * The ids that the plugin gave to the messages of a transcript, by their places in it. The plugin knows a message by a digest
 * of what a request has of it, and a transcript has the same in other words: calls and results are known by their ids, the
 * person's words mostly by themselves, and what stands between two known ones by role and order.
 */
export function alignHistory(
  { messages: saved }: Pick<SavedHistory, 'messages'>,
  transcript: readonly Message[],
): ReadonlyMap<number, MessageId> {
  const aligned = new Map<number, MessageId>();
  const places = placesByKey(transcript);
  let [nextSaved, nextPlace] = [0, 0];
  const fill = (endSaved: number, endPlace: number): void => {
    for (; nextSaved < endSaved; nextSaved += 1) {
      const [id, key] = saved[nextSaved] ?? ['', ''];
      let place = nextPlace;
      while (place < endPlace && !key.startsWith(`${transcript[place]?.role ?? ''} `)) place += 1;
      if (place === endPlace) continue;
      aligned.set(place, id);
      nextPlace = place + 1;
    }
  };
  for (const [at, [id, key]] of saved.entries()) {
    const place = places.get(key)?.find((each) => each >= nextPlace);
    if (place === undefined) continue;
    fill(at, place);
    aligned.set(place, id);
    [nextSaved, nextPlace] = [at + 1, place + 1];
  }
  fill(saved.length, transcript.length);
  return aligned;
}

function placesByKey(transcript: readonly Message[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [at, message] of transcript.entries()) {
    const key = `${message.role} ${digestOf(wordsOf(message))}`;
    places.set(key, [...(places.get(key) ?? []), at]);
  }
  return places;
}

/** What the plugin knows a message by (`requestFormat.ts`). */
function wordsOf(message: Message): string {
  if (message.role === 'tool') return message.callId;
  const calls = message.role === 'assistant' ? toolCallsOf(message).map(({ callId }) => callId) : [];
  if (calls.length > 0) return calls.join(' ');
  const parts: readonly { readonly type: string; readonly text?: string }[] = message.parts;
  return parts.map(({ type, text }) => (type === 'reasoning' ? 'thinking' : (text ?? type))).join('\n');
}
