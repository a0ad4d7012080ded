import assert from 'node:assert/strict';
import { textOfLines } from '../../../../src/core/log/notesLine.ts';
import fc from 'fast-check';
import type { Prepared } from '../../../../src/core/compaction/plan/draft.ts';
import { LEAST_SUMMARY, roomForSummary } from '../../../../src/core/compaction/plan/writeRecord.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/compaction/settings.ts';
import type { BlockKind } from '../../../../src/core/log/entry.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { EngineHarness, settle, summaryOf } from '../../../support/engineHarness.ts';
import { planned, prepare } from '../../../support/planned.ts';
import { wordsOf } from '../../../support/sessionBuilder.ts';

/** Returns a long conversation in which the assistant says more than the person, and the person states some rules. */
function talked(turns = 120): EngineHarness {
  const engine = new EngineHarness({
    hasModel: true,
    settings: { ...DEFAULT_SETTINGS, keepRecentMessages: 4, minSavingTokens: 1 },
    usableTokens: 100_000,
  });
  for (let turn = 0; turn < turns; turn += 1) {
    const berth = String(turn);
    engine.builder.user(
      `Please see to the mooring at berth ${berth}, and to its lamps, before the tide of day ${berth}.` +
        (turn % 30 === 7 ? ` Never touch the crane at berth ${berth}.` : ''),
    );
    engine.builder.says(`Berth ${berth} has a new rope now. ${wordsOf(60, `told${berth}`)}. It holds.`);
  }
  return engine;
}

function blockOf({ draft }: Pick<Prepared, 'draft'>, kind: BlockKind): string {
  return draft.blocks.find((block) => block.kind === kind)?.text ?? '';
}

const byPerson = (notes: string): readonly string[] =>
  notes.split('\n').filter((line) => / You: |^You: |Never touch/u.test(line));

/** Returns the compaction with a summary that fills all the room for it. */
function withSummary(found: Prepared): Prepared {
  const { tokens } = roomForSummary(found.plan);
  return prepare(found.plan, { summary: summaryOf(wordsOf(tokens, 'story')) });
}

describe('A model’s summary', () => {
  it('removes no line of the previewed notes while there is room in the window', async () => {
    const engine = talked();
    const shown = planned(atOnce(engine.compactor.preview()));
    await engine.compactor.compactNow();
    await settle();
    const { mostTokens } = engine.awaited.request;
    engine.awaited.succeed(wordsOf(mostTokens, 'story'));
    await engine.compactor.settled();
    assert.ok(blockOf(shown, 'notes').includes('Never touch the crane'));
    const entry = { draft: engine.newest };
    assert.equal(blockOf(entry, 'notes'), blockOf(shown, 'notes'));
    assert.equal(blockOf(entry, 'summary'), wordsOf(mostTokens, 'story'));
    assert.equal(mostTokens, roomForSummary(shown.plan).tokens);
    assert.equal(roomForSummary(shown.plan).isTight, false);
    assert.ok(engine.tokens <= shown.tokensAfter + mostTokens, String(engine.tokens));
  });

  it('is requested with the notes that the preview of the compaction shows', async () => {
    const engine = talked();
    const shown = planned(atOnce(engine.compactor.preview()));
    await engine.compactor.compactNow();
    await settle();
    assert.equal(textOfLines(engine.awaited.request.notes), blockOf(shown, 'notes'));
  });

  it('never removes a rule, the person’s words or an added line from the notes, and stays within the budget', () => {
    const engine = talked(60);
    engine.builder.append({ kind: 'notesEdited', on: true, text: 'The harbour master is away until May.' });
    let tight = 0;
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 6_000 }), (budgetTokens) => {
        const found = atOnce(engine.compactor.preview({ budgetTokens }));
        if (!found.run) return;
        const summarized = withSummary(found);
        const lines = new Set(blockOf(summarized, 'notes').split('\n'));
        assert.deepEqual(
          byPerson(blockOf(found, 'notes')).filter((line) => !lines.has(line)),
          [],
        );
        assert.ok(
          summarized.tokensAfter <= budgetTokens,
          `${String(summarized.tokensAfter)} of ${String(budgetTokens)}`,
        );
        tight += Number(roomForSummary(found.plan).isTight);
      }),
      { numRuns: 25 },
    );
    assert.ok(tight > 5, String(tight));
  });

  it('gets no less room in a larger budget than in a smaller budget', () => {
    const engine = talked(60);
    const rooms = [1_000, 2_000, 4_000].map(
      (budgetTokens) =>
        roomForSummary(planned(atOnce(engine.compactor.preview({ budgetTokens }))).plan).tokens,
    );
    assert.deepEqual(
      rooms,
      rooms.toSorted((a, b) => a - b),
    );
    assert.ok((rooms[0] ?? 0) > 150, String(rooms));
  });

  it('is not requested if the budget leaves less than the minimum room for the summary', async () => {
    const engine = new EngineHarness({ hasModel: true, usableTokens: 20_000 });
    for (let turn = 0; turn < 60; turn += 1)
      engine.builder.user(`Never touch the crane at berth ${String(turn)}, whatever ${wordsOf(12)}.`);
    const found = planned(atOnce(engine.compactor.preview({ budgetTokens: 120 })));
    const { tokens } = roomForSummary(found.plan);
    assert.ok((await engine.compactor.compactNow({ budgetTokens: 120 })).done);
    await settle();
    assert.ok(tokens < LEAST_SUMMARY, String(tokens));
    assert.equal(engine.asked.length, 0);
  });
});
