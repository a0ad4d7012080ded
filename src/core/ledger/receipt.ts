import type { Receipt } from '../session/entry.ts';
import type { MessageId } from '../session/entry.ts';
import type { SessionMessage } from '../session/session.ts';
import type { MessageFacts } from './facts.ts';
import { eachNameOfFacts, factsOfAll } from './facts.ts';
import type { Ledger } from './ledger.ts';
import { eachNameShown, type ShownText } from './shown.ts';

const MOST_SAMPLES = 12;

export interface ReceiptRequest {
  /** The messages that the compaction speaks for. */
  readonly before: readonly SessionMessage[];
  readonly facts?: ReadonlyMap<MessageId, MessageFacts>;
  /** All texts of the context after the compaction. */
  readonly shown: readonly ShownText[];
  readonly constraints: Ledger['constraints'];
  /** Facts that were known of these messages and can no longer be recalled. */
  readonly forgotten?: readonly string[];
}

/** What a compaction kept: the distinct names of the messages that stand in the context, and those that do not. */
export function writeReceipt(request: ReceiptRequest): Receipt {
  const facts = factsOfAll(request.before, request.facts);
  const shown = new Set<string>();
  eachNameShown(request.shown, request.facts, (name) => shown.add(name));
  const known = new Set<string>();
  for (const of of facts) eachNameOfFacts(of, (name) => known.add(name));
  const away = [...known].filter((name) => !shown.has(name));
  const lost = (request.forgotten ?? []).filter((name) => !known.has(name) && !shown.has(name));
  const recallable = request.constraints.filter(({ isKept }) => !isKept).map(({ text }) => text);
  return {
    kept: known.size - away.length,
    recallable: away.length,
    lost: lost.length,
    constraintsKept: request.constraints.length - recallable.length,
    constraintsRecallable: recallable,
    sampleRecallable: away.slice(-MOST_SAMPLES),
    sampleLost: lost.slice(0, MOST_SAMPLES),
  };
}
