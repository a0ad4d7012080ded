import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EntryId } from '../../../../src/core/log/entry.ts';
import { foldSession, SessionFold } from '../../../../src/core/log/session.ts';
import type { FileStep } from '../../../../src/core/tools/fileSteps.ts';
import { rowChangesOf } from '../../../../src/extension/chat/changeRows.ts';
import { ChatRows, chatRows, type RowsInput } from '../../../../src/extension/chat/chatRows.ts';
import type { NoticeRow } from '../../../../src/shared/chatView.ts';
import { history, idAt } from '../../../support/sessionArbitrary.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** The state outside the log: whether a turn is running, and the file changes so far. */
interface OutsideLog {
  readonly isBusy: boolean;
  readonly changed: readonly FileStep[];
}

function inputOf({ entries }: SessionBuilder, session: RowsInput['session'], outside: OutsideLog): RowsInput {
  const { isBusy, changed } = outside;
  const changes = rowChangesOf(changed, { nameOf: (file) => file, isClosed: isBusy });
  return { entries, session, tokens: new Map(), isReadOnly: false, isBusy, changes };
}

function change(turn: EntryId): FileStep {
  const kept = { kind: 'absent' } as const;
  return { turn, message: turn, change: `${turn}/a`, file: 'a.ts', before: kept, after: kept };
}

describe('The chat rows of a growing log', () => {
  it('equal the rows of the complete log after each random event', () => {
    const step = fc.record({ happens: history, isBusy: fc.boolean(), changes: fc.option(share) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
        const builder = new SessionBuilder();
        const fold = new SessionFold();
        const followed = new ChatRows();
        let changed: readonly FileStep[] = [];
        for (const { happens, isBusy, changes } of steps) {
          const known = builder.entries.length;
          happens(builder);
          for (const entry of builder.entries.slice(known)) fold.add(entry);
          if (changes !== null) changed = [...changed, change(idAt(builder, changes))];
          followed.follow(inputOf(builder, fold.session, { isBusy, changed }));
          const all = chatRows(inputOf(builder, foldSession(builder.entries), { isBusy, changed }));
          assert.deepEqual(followed.slice(0), all);
          assert.equal(followed.count, all.length);
          const half = Math.floor(all.length / 2);
          assert.deepEqual([...followed.slice(0, half), ...followed.slice(half)], all);
          for (const { id } of all) {
            const place = followed.placeOf(id);
            assert.equal(all[place]?.id, id);
            assert.equal(followed.rowOf(id)?.id, id);
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  it('show notices after the row of changed files, but before that row if a rewind follows', () => {
    const builder = new SessionBuilder();
    const followed = new ChatRows();
    const noticed = (id: string): NoticeRow => ({
      ...{ type: 'notice', id, at: builder.entries.at(-1)?.at ?? 0, kind: 'report', text: id },
    });
    const ids = (isBusy: boolean): readonly string[] => {
      followed.follow(inputOf(builder, builder.session, { isBusy, changed: [change('m1')] }));
      const rows = followed.slice(0);
      assert.deepEqual(
        rows.map(({ id }) => followed.placeOf(id)),
        rows.map((_, place) => place),
      );
      return rows.map(({ id }) => id);
    };
    const says = (text: string): EntryId => {
      const message = { role: 'user' as const, parts: [{ type: 'text' as const, text }] };
      return builder.append({ kind: 'message', at: builder.entries.length, message });
    };
    says('Change it.');
    followed.add(noticed('A'));
    assert.deepEqual(ids(true), ['m1', 'A']);
    assert.deepEqual(ids(false), ['m1', 'm1:changes', 'A']);
    says('And now?');
    followed.add(noticed('B'));
    assert.deepEqual(ids(true), ['m1', 'm1:changes', 'A', 'm2', 'B']);
    builder.append({ kind: 'rewind', at: builder.entries.length, before: 'm2' });
    assert.deepEqual(ids(false), ['m1', 'A', 'B', 'e1', 'm1:changes']);
  });

  it('show notices in order of time even if the clock went back between two notices', () => {
    const builder = new SessionBuilder();
    const followed = new ChatRows();
    for (const [at, id] of [
      [3, 'A'],
      [1, 'B'],
    ] as const) {
      const message = { role: 'user' as const, parts: [{ type: 'text' as const, text: 'And this?' }] };
      builder.append({ kind: 'message', at: at - 1, message });
      followed.add({ type: 'notice', id, at, kind: 'report', text: id });
    }
    followed.follow(inputOf(builder, builder.session, { isBusy: true, changed: [] }));
    const rows = followed.slice(0);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['B', 'm1', 'm2', 'A'],
    );
    assert.deepEqual(
      rows.map(({ id }) => followed.placeOf(id)),
      [0, 1, 2, 3],
    );
  });

  it('need the same number of message reads for a new message in a short and a long session', () => {
    assert.equal(readsForOneMore(400), readsForOneMore(40));
  });

  it('are made only once even if all rows are requested several times', () => {
    const { builder, reads } = countedSession(40);
    const followed = new ChatRows();
    followed.follow(inputOf(builder, builder.session, { isBusy: false, changed: [] }));
    const all = followed.slice(0);
    const before = reads();
    assert.deepEqual(followed.slice(0), all);
    assert.equal(reads(), before);
  });
});

/** Returns a session of the person's messages. `reads` returns how often the parts of the messages were read. */
function countedSession(turns: number) {
  const builder = new SessionBuilder();
  let reads = 0;
  const says = (text: string): void => {
    const parts = [{ type: 'text' as const, text }];
    const message = Object.defineProperty({ role: 'user' as const, parts }, 'parts', {
      enumerable: true,
      get: () => ((reads += 1), parts),
    });
    builder.message(message);
  };
  for (let turn = 0; turn < turns; turn += 1) says(`Turn ${String(turn)}`);
  return { builder, says, reads: () => reads };
}

/** Returns how often parts of messages are read when one message is added and the newest ten rows are made. */
function readsForOneMore(turns: number): number {
  const { builder, says, reads } = countedSession(turns);
  const fold = new SessionFold();
  for (const entry of builder.entries) fold.add(entry);
  const followed = new ChatRows();
  followed.follow(inputOf(builder, fold.session, { isBusy: false, changed: [] }));
  says('One more.');
  const newest = builder.entries.at(-1);
  if (newest !== undefined) fold.add(newest);
  const before = reads();
  followed.follow(inputOf(builder, fold.session, { isBusy: false, changed: [] }));
  followed.slice(followed.count - 10);
  return reads() - before;
}
