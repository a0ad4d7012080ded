import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TokenAccount } from '../../../../src/core/context/account.ts';
import { figuresOf } from '../../../../src/core/context/contextFigures.ts';
import { standingPlan } from '../../../../src/core/context/standingPlan.ts';
import { projectInSteps, projectSession } from '../../../../src/core/context/project.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { DerivedState } from '../../../../src/core/session/derivedState.ts';
import { history } from '../../../support/sessionArbitrary.ts';
import { accountOf, countWords, SessionBuilder } from '../../../support/sessionBuilder.ts';

const ports = {
  log: { setTokens: () => undefined },
  counter: {
    encoding: 'words',
    count: (texts: readonly string[]) => Promise.resolve(texts.map(countWords)),
    countSmall: countWords,
  },
};

/** Returns how often the parts of messages are read when a message is added and the context is made. */
function readsForOneMore(turns: number): number {
  const builder = new SessionBuilder();
  for (let turn = 0; turn < turns; turn += 1) {
    builder.user('And this?');
    builder.tool('read_file', { path: 'a.ts' }, 'text');
  }
  builder.user('One more.');
  let reads = 0;
  const entries = builder.entries.map((entry): Entry => {
    if (entry.kind !== 'message') return entry;
    const { parts } = entry.message;
    const message = Object.defineProperty({ ...entry.message }, 'parts', {
      enumerable: true,
      get: () => ((reads += 1), parts),
    });
    return { ...entry, message };
  });
  const state = new DerivedState(ports);
  atOnce(state.addAll(entries.slice(0, -1)));
  const before = state.context.length;
  reads = 0;
  state.add(entries.at(-1) as Entry);
  assert.equal(state.context.length, before + 1);
  return reads;
}

describe('The derived state of a session', () => {
  it('is the same when updated entry by entry as when computed from the whole log', () => {
    const steps = fc.array(history, { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 3 }), (all, every) => {
        const builder = new SessionBuilder();
        const state = new DerivedState(ports);
        const account = new TokenAccount(countWords);
        all.forEach((step, at) => {
          const known = builder.entries.length;
          step(builder);
          for (const entry of builder.entries.slice(known)) state.add(entry);
          if (at % every > 0) return;
          const session = foldSession(builder.entries);
          assert.deepEqual(state.session, session);
          if (at % 2 === 0) atOnce(state.prepare());
          assert.deepEqual(state.context, projectSession(session));
          assert.deepEqual(atOnce(projectInSteps({ ...session })), projectSession(session));
          assert.deepEqual(figuresOf(state.context, account), figuresOf([...state.context], accountOf()));
          assert.deepEqual(standingPlan(state.session), standingPlan(session));
        });
      }),
      { numRuns: 200 },
    );
  });

  it('reads messages no more often in a long session than in a short session when a message is added', () => {
    assert.equal(readsForOneMore(400), readsForOneMore(20));
  });
});
