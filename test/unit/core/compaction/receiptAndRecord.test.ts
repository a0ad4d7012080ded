import assert from 'node:assert/strict';
import { textOf } from '../../../../src/core/log/message.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';

const constraints = [
  'Never touch session.ts.',
  'Always run the tests first.',
  'Do not add dependencies.',
  'We decided to use tabs.',
  'No, the port must be 8117.',
];

/** Returns a compacted session in which the person stated several lasting constraints. */
async function compacted(budgetTokens: number): Promise<EngineHarness> {
  const engine = new EngineHarness();
  for (const constraint of constraints) {
    engine.builder.user(`Go on. ${constraint}`);
    engine.builder.turns(6);
  }
  await engine.compactor.compactNow({ budgetTokens });
  return engine;
}

/** Returns the constraints that the record of a context contains. */
function constraintsIn(texts: readonly string[]): readonly string[] {
  const record = texts.find((text) => text.startsWith('<longthread-record>')) ?? '';
  return constraints.filter((one) => record.includes(one));
}

describe('the receipt and the record', () => {
  for (const budgetTokens of [80, 120, 160, 240, 400]) {
    it(`agree on the constraints that are kept in a budget of ${budgetTokens} tokens`, async () => {
      const engine = await compacted(budgetTokens);
      const texts = engine.builder.context.map(({ message }) => textOf(message));
      const { constraintsKept, constraintsInNotes, constraintsRecallable } = engine.newest.receipt;
      assert.equal(constraintsInNotes, constraintsIn(texts).length);
      const notInContext = constraints.filter((one) => !texts.some((text) => text.includes(one)));
      assert.deepEqual(constraintsRecallable, notInContext);
      const { folded, replaced } = engine.newest;
      const ids = new Set([...folded.flatMap((group) => group.ids), ...replaced.map(({ id }) => id)]);
      const treated = engine.builder.session.allMessages.filter(({ id }) => ids.has(id));
      const stated = constraints.filter((one) =>
        treated.some(({ message }) => textOf(message).includes(one)),
      );
      assert.equal(constraintsKept + constraintsRecallable.length, stated.length);
    });
  }
});
