import type { MessageClass } from '../../context/classify.ts';

const PASSES: ReadonlyMap<string, string> = new Map([
  ['toolOutputs', 'long tool outputs'],
  ['toolResults', 'tool results'],
  ['oldStages', 'old stages'],
  ['recentStages', 'recent stages'],
  ['foldOldest', 'the oldest messages'],
  ['foldOldestOfStage', 'the oldest of the stage'],
  ['foldTurns', 'the oldest turns'],
  ['keepNewest', 'all but the newest'],
  ['chitchat', 'small talk'],
  ['supersededReads', 'older reads of the same file'],
  ['squeeze', 'whatever else could be shortened'],
  ['record', 'notes'],
  ['wishes', 'what you chose'],
  ['evictOldest', 'the oldest, left out'],
]);

/** The names that passes are shown under. */
export const PASS_WORDS: readonly string[] = [...PASSES.values()];

/** A pass as a person reads of it; one of somebody else's by its own name: `myPass` is `my pass`. */
export function passWords(name: string): string {
  return PASSES.get(name) ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The classes of messages as a person reads of them. */
export const CLASS_WORDS: Readonly<Record<MessageClass, string>> = {
  system: 'system',
  pinned: 'pinned',
  anchor: 'anchor',
  decision: 'decision',
  recent: 'recent',
  chitchat: 'small talk',
  toolHeavy: 'tool-heavy',
  said: 'said',
};
