import type { MessageId } from '../../session/entry.ts';
import type { SessionMessage } from '../../session/session.ts';
import type { StandingKind } from './standingSentences.ts';
import type { MessageFacts } from '../facts.ts';

/** Words by which people take something back, in the languages that constraints are found in. */
const REVERSAL =
  /\b(?:instead|no longer|not any ?more|rather than|back to|drop|revert|after all|changed my mind|statt|doch|nicht mehr|zurück zu|en lugar de|en vez de|ya no|au lieu de|finalement|ne plus|bukan|tidak jadi|kembali ke)\b|вместо|больше не|передумал|改用|不再|改回|改为|やめて|代わりに|変更/i;
const WORD = /[\p{L}\p{N}_./-]{4,}/gu;
const COMMON = new Set([
  'with',
  'that',
  'this',
  'will',
  'have',
  'decided',
  'going',
  'keep',
  'stick',
  'option',
  'instead',
]);

/** A sentence of the person's that goes on holding, and where it was said last. */
export interface Standing {
  readonly text: string;
  readonly kind: StandingKind;
  readonly id: MessageId;
  readonly at: number;
}

export function standingOf(
  messages: readonly SessionMessage[],
  facts: readonly MessageFacts[],
): readonly Standing[] {
  const found = new Map<string, Standing>();
  facts.forEach(({ standing }, at) => {
    const id = messages[at]?.id;
    if (id === undefined) return;
    for (const { text, kind } of standing) found.set(text, { text, kind, id, at });
  });
  return [...found.values()];
}

/** Whether a later decision or correction takes this one back: it speaks of the same thing and says so. */
export function isReversed(decision: Standing, all: readonly Standing[]): boolean {
  const subjects = subjectsOf(decision.text);
  return all.some(
    (later) =>
      later.at > decision.at &&
      later.kind !== 'constraint' &&
      REVERSAL.test(later.text) &&
      [...subjectsOf(later.text)].some((subject) => subjects.has(subject)),
  );
}

function subjectsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(WORD) ?? [];
  return new Set(words.map((word) => word.replace(/[./-]+$/, '')).filter((word) => !COMMON.has(word)));
}
