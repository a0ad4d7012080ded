import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isUnchanged } from '../../../../src/core/compaction/commit/fence.ts';
import { treatmentsOf } from '../../../../src/core/context/project.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import type { MessageId } from '../../../../src/core/log/entry.ts';
import { forgottenIn, withoutText } from '../../../../src/core/log/forget.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { liveCompactions, SessionFold, type Session } from '../../../../src/core/log/session.ts';
import { EngineHarness, settle } from '../../../support/engineHarness.ts';
import { history } from '../../../support/sessionArbitrary.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

/** Returns everything that a background result depends on, as plain data. */
function writtenDown(session: Session, ids: readonly MessageId[]): unknown {
  const lengths = new Map(session.messages.map(({ id, message }) => [id, textOf(message).length]));
  const { replaced, folded } = treatmentsOf(session);
  const rows = ids.map((id) => [
    lengths.get(id),
    folded.get(id) ?? replaced.get(id)?.as,
    session.pinnedIds.has(id),
    session.excludedIds.has(id),
  ]);
  return [liveCompactions(session).map(({ id }) => id), rows];
}

/** Returns whether the person excluded a message between the two states of a session. */
function hasExcluded(then: Session, now: Session): boolean {
  return then.messages.some(({ id }) => now.excludedIds.has(id) && !then.excludedIds.has(id));
}

describe('The fence around the sources of a background result', () => {
  it('is broken exactly when a source message or the compactions in force change, or a message is excluded', () => {
    fc.assert(
      fc.property(fc.array(history, { minLength: 2, maxLength: 25 }), (steps) => {
        const builder = new SessionBuilder();
        const fold = new SessionFold();
        const sessions: Session[] = [];
        let taken = 0;
        for (const step of steps) {
          step(builder);
          for (const entry of builder.entries.slice(taken)) fold.add(entry);
          taken = builder.entries.length;
          sessions.push(fold.session);
        }
        for (const [at, session] of sessions.entries()) {
          const all = session.messages.map(({ id }) => id);
          for (const ids of [all, all.slice(0, all.length / 2), ['m999']])
            for (const now of sessions.slice(at))
              assert.equal(
                isUnchanged({ session, ids }, now),
                JSON.stringify(writtenDown(session, ids)) === JSON.stringify(writtenDown(now, ids)) &&
                  !hasExcluded(session, now),
              );
        }
      }),
    );
  });
});

describe('A summary that a model is writing', () => {
  const changes: readonly (readonly [
    what: string,
    change: (builder: SessionBuilder, id: MessageId) => void,
  ])[] = [
    [
      'forgotten',
      (builder, id) => {
        const forgotten = forgottenIn(builder.entries, id);
        builder.entries.splice(0, Infinity, ...builder.entries.map((entry) => withoutText(entry, forgotten)));
      },
    ],
    ['excluded', (builder, id) => void builder.exclude(id)],
  ];
  for (const [what, change] of changes) {
    it(`is discarded if a message that the model was shown, but does not summarize, is ${what}`, async () => {
      const engine = new EngineHarness({ hasModel: true, strategy: STRATEGIES.summarize });
      const { builder, compactor } = engine;
      builder.turns(10, 50);
      const id = builder.user('The pass phrase is heron-quay-77.');
      await compactor.compactNow();
      await settle();
      const { folded, shown = [] } = engine.awaited.request;
      assert.deepEqual(
        [folded, shown].map((messages) => messages.some((each) => each.id === id)),
        [false, true],
      );
      change(builder, id);
      engine.awaited.succeed('They ask about heron-quay-77.');
      await compactor.settled();
      assert.doesNotMatch(JSON.stringify(builder.entries.filter((entry) => entry.id !== id)), /heron/u);
      assert.equal(engine.runs.at(-1)?.reason, 'superseded');
    });
  }
});
