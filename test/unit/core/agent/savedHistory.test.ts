import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { HostFormat } from '../../../../src/core/agent/hostFormat.ts';
import { HostHistory, type SavedHistory } from '../../../../src/core/agent/hostHistory.ts';
import type { CompactionEntry, Draft, MessageId } from '../../../../src/core/log/entry.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { liveCompactions, undoScope } from '../../../../src/core/log/session.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

interface Line {
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

const format: HostFormat<Line> = {
  read: ({ role, text }) => [{ role, key: text, message: () => ({ role, parts: [{ type: 'text', text }] }) }],
  write: (line, [piece]) => {
    if (piece?.kind === 'gone') return undefined;
    return piece?.kind === 'changed' ? { ...line, text: textOf(piece.message) } : line;
  },
  notes: () => ({ role: 'user', text: 'notes' }),
  mayOpen: () => true,
  join: () => undefined,
};

/** A conversation of a host, and what the person and Longthread do in it. */
class Talk {
  readonly history = new HostHistory(format);
  lines: readonly Line[] = [];
  #said = 0;

  say(): void {
    this.#said += 1;
    const text = `Question ${String(this.#said)}`;
    this.lines = [...this.lines, { role: 'user', text }, { role: 'assistant', text: `Answer to ${text}` }];
    this.history.take(this.lines, 0);
  }

  goBack(share: number): void {
    this.lines = this.lines.slice(0, 2 * Math.floor((share * this.lines.length) / 2));
    this.say();
  }

  /**
   * Leaves out the messages up to the smaller share, and shortens the messages between the smaller and the larger
   * share. Each share is a fraction of the session’s messages.
   */
  compact(shares: readonly [number, number]): void {
    const ids = this.history.session.messages.map(({ id }) => id);
    const [first = 0, second = 0] = shares
      .map((each) => Math.ceil(each * ids.length))
      .toSorted((a, b) => a - b);
    this.append(compactionOf({ leftOut: ids.slice(0, first), shortened: ids.slice(first, second) }));
  }

  undo(share: number): void {
    const live = liveCompactions(this.history.session);
    const id = live[Math.floor(share * live.length)]?.id;
    if (id !== undefined) this.append({ kind: 'undo', compactions: undoScope(this.history.session, id) });
  }

  redo(): void {
    const compactions = this.history.session.redoable;
    if (compactions.length > 0) this.append({ kind: 'redo', compactions });
  }

  pin(share: number): void {
    const { messages } = this.history.session;
    const target = messages[Math.floor(share * messages.length)]?.id;
    if (target !== undefined) this.append({ kind: 'pin', target, on: true });
  }

  rule(): void {
    this.append({ kind: 'rule', text: `Never touch ${String(this.#said)}.`, on: true });
  }

  append(draft: Draft): void {
    this.history.append(draft, 0);
  }
}

function compactionOf(of: {
  readonly leftOut: readonly MessageId[];
  readonly shortened: readonly MessageId[];
}): Draft {
  const builder = new SessionBuilder();
  builder.compaction({
    folded: [{ ids: of.leftOut, as: 'evicted' }],
    replaced: of.shortened.map((id) => ({ id, as: 'stub', text: id })),
  });
  const { v: _v, id: _id, at: _at, ...draft } = builder.entries[0] as CompactionEntry;
  return draft;
}

/** Returns what must be the same in each process. */
function effectOf(history: HostHistory<Line>): object {
  const { session } = history;
  const known = new Set(session.messages.map(({ id }) => id));
  return {
    sent: history.project(),
    compactions: liveCompactions(session).map(({ id }) => id),
    pinned: [...session.pinnedIds].filter((id) => known.has(id)),
    rules: [...session.ruleWords.keys()],
  };
}

const share = fc.integer({ min: 0, max: 99 }).map((percent) => percent / 100);
const step = fc.oneof(
  fc.tuple(share, share).map((shares) => (talk: Talk) => talk.compact(shares)),
  share.map((at) => (talk: Talk) => talk.goBack(at)),
  share.map((at) => (talk: Talk) => talk.undo(at)),
  share.map((at) => (talk: Talk) => talk.pin(at)),
  fc.constant((talk: Talk) => talk.say()),
  fc.constantFrom(
    (talk: Talk) => talk.redo(),
    (talk: Talk) => talk.rule(),
  ),
);

/** Returns the history of another process, which reads `saved` and then gets the request with these lines. */
function restored(saved: SavedHistory | undefined, lines: readonly Line[]): HostHistory<Line> {
  const history = new HostHistory(format, saved);
  assert.ok(saved === undefined || history.prefixOf(lines), 'the conversation is not found again');
  history.take(lines, 0);
  return history;
}

describe('a saved history of a host', () => {
  it('has the same effect in another process, whether the person went back before or after it was saved', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.option(share), (steps, back) => {
        const talk = new Talk();
        for (let said = 0; said < 4; said += 1) talk.say();
        for (const each of steps) each(talk);
        const { saved } = talk.history;
        // Goes back at most to the first answer: without an answer in common, the history is not recognised, since
        // another conversation could begin with the same question.
        if (back !== null) talk.goBack(Math.max(back, 2 / talk.lines.length));
        const again = restored(saved, talk.lines);
        assert.deepEqual(effectOf(again), effectOf(talk.history));
        const compactions = new Set(again.session.compactions.map(({ entry }) => entry.id));
        assert.ok(again.session.redoable.every((id) => compactions.has(id)));
      }),
      { numRuns: 1_000 },
    );
  });
});
