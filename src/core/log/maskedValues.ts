import type { Entry, MessageId, SecretSpan } from './entry.ts';
import type { RevealEntry } from './revealEntry.ts';
import { QUOTED_MARK } from './secretMark.ts';

/** A value that is masked in a session. */
export interface MaskedValue {
  /** The first message that contains the value. */
  readonly target: MessageId;
  readonly span: SecretSpan;
  /** The first redaction rule that found the value. Undefined if the log names no rule. */
  readonly rule: string | undefined;
  /** The number of places where the value was found. Places that the person unmasked are counted, too. */
  readonly times: number;
}

/** Returns each masked value once. The most recently masked value comes first. */
export function maskedValues(entries: readonly Entry[]): readonly MaskedValue[] {
  const noSecrets = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'reveal' && entry.everywhere === true ? [entry.span.number] : [],
    ),
  );
  const values = new Map<number, MaskedValue>();
  for (const entry of entries) {
    if (entry.kind !== 'message') continue;
    for (const span of entry.secrets ?? []) {
      const { number, kind } = span;
      if (number === undefined || kind === QUOTED_MARK || noSecrets.has(number)) continue;
      const known = values.get(number) ?? { target: entry.id, span, rule: undefined, times: 0 };
      values.delete(number);
      values.set(number, { ...known, rule: known.rule ?? span.rule, times: known.times + 1 });
    }
  }
  return [...values.values()].reverse();
}

/** Returns the messages in which a reveal unmasks the value: one message, or all messages that contain the value. */
export function unmaskedBy(
  { target, span, everywhere }: RevealEntry,
  entries: readonly Entry[],
): ReadonlySet<MessageId> {
  if (everywhere !== true || span.number === undefined) return new Set([target]);
  const holders = entries.filter(
    (entry) => entry.kind === 'message' && entry.secrets?.some(({ number }) => number === span.number),
  );
  return new Set(holders.map(({ id }) => id));
}
