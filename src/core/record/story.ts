import type { CountTokens } from '../ports.ts';
import type { SessionMessage } from '../log/session.ts';
import { fillEvenly, NOTHING, passageOf, sum, type Passage, type Share } from './passage.ts';
import { turnsOf, type Said, type Turn } from './said.ts';

/** Nobody types more between two answers: the rest is pasted, and competes with all else that was said. */
const LONGEST_TYPED = 1_500;
/** Messages of the person that are told whole whatever their share is. */
const NEWEST_WHOLE = 3;
/** Parts of the room: the assistant's last words of a turn, something pasted, the words between calls. */
const CLOSING = 2;
const PASTED = 1.2;
const BETWEEN = 0.35;
/** Words between calls that are shorter tell nothing but what is done next. */
const LEAST_BETWEEN = 40;

/** What was said, in the order in which it was said. */
export interface Story {
  /** What the person typed. */
  readonly typed: readonly Passage[];
  /** What the assistant said, and what the person pasted; newer turns weigh up to twice as much as old ones. */
  readonly words: readonly Passage[];
}

export function storyOf(messages: readonly SessionMessage[], count: CountTokens): Story {
  const turns = turnsOf(messages);
  const told = turns.flatMap((turn, index) => {
    const age = 1 + index / Math.max(1, turns.length - 1);
    return turn.said
      .filter((said) => isTelling(said, turn))
      .map((said) => {
        const part = partOf(said, turn);
        const by = said.by === undefined ? {} : { by: said.by };
        const head = { id: said.id, ...by, weight: part * age, isCut: part !== BETWEEN };
        return { isTyped: isTyped(said), passage: passageOf(head, said.text, count) };
      });
  });
  const those = (typed: boolean): readonly Passage[] =>
    told.flatMap(({ isTyped: own, passage }) => (own === typed ? [passage] : []));
  return { typed: those(true), words: those(false) };
}

/** The person's newest messages whole, the others whole as long as there is room, else their beginnings. */
export function fillTyped(typed: readonly Passage[], room: number): readonly Share[] {
  const newest = typed.slice(-NEWEST_WHOLE);
  const left = room - sum(newest);
  if (left < 0) return [...typed.slice(0, -NEWEST_WHOLE).map(() => NOTHING), ...fillEvenly(newest, room)];
  return [...fillEvenly(typed.slice(0, -NEWEST_WHOLE), left), ...fillEvenly(newest, Infinity)];
}

function isTyped({ by, text }: Said): boolean {
  return by === 'person' && text.length <= LONGEST_TYPED;
}

function isTelling(said: Said, turn: Turn): boolean {
  return said.by !== 'assistant' || said === turn.closing || said.text.length >= LEAST_BETWEEN;
}

function partOf(said: Said, turn: Turn): number {
  if (said.by !== 'assistant') return PASTED;
  return said === turn.closing ? CLOSING : BETWEEN;
}
