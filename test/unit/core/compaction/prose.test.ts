import assert from 'node:assert/strict';
import { textOfLines } from '../../../../src/core/log/notesLine.ts';
import { prepareHeadless } from '../../../../src/cli/compactMessages.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { recordRoom } from '../../../../src/core/compaction/plan/writeRecord.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { writeSummary } from '../../../../src/core/compaction/commit/prose.ts';
import { foldSession } from '../../../../src/core/log/session.ts';
import { importedEntries } from '../../../../src/core/log/ids.ts';
import type { Summary, SummaryRequest } from '../../../../src/core/summary/summary.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { assistant, calls, person, result } from '../../../support/saidMessages.ts';
import { EngineHarness, summaryOf } from '../../../support/engineHarness.ts';
import { smallSettings } from '../../../support/sessionBuilder.ts';
import { quarterCount } from '../../../support/summaryRequests.ts';
import { planned, prepare } from '../../../support/planned.ts';

const session = foldSession(
  importedEntries(
    Array.from({ length: 40 }, (_, turn) => [
      person(`Please see to harbour ${String(turn)}, and to its moorings.`),
      {
        role: 'assistant' as const,
        parts: ['a', 'b'].map((call) => ({
          type: 'toolCall' as const,
          callId: `${call}${String(turn)}`,
          name: 'read_file',
          arguments: JSON.stringify({ path: `src/${call}${String(turn)}.ts` }),
        })),
      },
      result('line\n'.repeat(100), `b${String(turn)}`),
      result('line\n'.repeat(100), `a${String(turn)}`),
      assistant(`Harbour ${String(turn)} is done. ${'It holds now. '.repeat(30)}`),
    ])
      .flat()
      .map((message) => ({ message })),
    0,
  ),
);

const options = {
  windowTokens: 200_000,
  strategy: 'hybrid',
  budgetTokens: 3_000,
  count: quarterCount,
} as const;
const prepared = prepareHeadless(session, options);

async function asked(of = prepared): Promise<SummaryRequest> {
  let seen: SummaryRequest | undefined;
  const summarize = (request: SummaryRequest): Promise<Summary> => {
    seen = request;
    return Promise.reject(new Error('seen'));
  };
  await assert.rejects(writeSummary(of, { summarize, signal: neverCancelled }), /seen/);
  assert.ok(seen);
  return seen;
}

describe('the request for a compaction’s summary', () => {
  it('limits the summary to the room that the notes leave, which is at least 45 % of the record’s tokens', async () => {
    const { mostTokens, notes: shown } = await asked();
    const room = recordRoom(prepared.plan);
    assert.ok(mostTokens >= room * 0.45, `${String(mostTokens)} of ${String(room)}`);
    assert.ok(mostTokens + quarterCount(textOfLines(shown)) <= room);
  });

  it('contains each message only once, in the order of the session', async () => {
    const { folded } = await asked();
    const order = new Map(session.messages.map(({ id }, index) => [id, index]));
    const places = folded.map(({ id }) => order.get(id) ?? -1);
    assert.deepEqual(
      places,
      [...new Set(places)].toSorted((a, b) => a - b),
    );
    assert.ok(places.length > 100);
  });

  it('contains the person’s messages that stay in the context', async () => {
    const turns = Array.from({ length: 60 }, (_, turn) =>
      assistant(`Step ${String(turn)}. ${'It holds. '.repeat(40)}`),
    );
    const messages = [...turns.slice(0, 9), person('Leave the lamps out.'), ...turns.slice(9)];
    const once = foldSession(
      importedEntries(
        messages.map((message) => ({ message })),
        0,
      ),
    );
    const { folded, shown = [] } = await asked(prepareHeadless(once, options));
    assert.ok(!folded.some(({ id }) => id === 'm10'));
    assert.deepEqual(
      shown.slice(8, 11).map(({ id }) => id),
      ['m9', 'm10', 'm11'],
    );
    assert.equal(shown.at(-1)?.id, folded.at(-1)?.id);
  });

  it('contains the person’s words between tool calls, and the person’s newest message', async () => {
    const steps = Array.from({ length: 40 }, (_, step) => [
      calls('bash', { command: `make ${String(step)}` }, `c${String(step)}`),
      result('It holds. '.repeat(40), `c${String(step)}`),
    ]);
    const refusal = person('Do not publish yet, the licence is missing.');
    const messages = [...steps.slice(0, 5).flat(), refusal, ...steps.slice(5).flat(), person('Go on.')];
    const refused = foldSession(
      importedEntries(
        messages.map((message) => ({ message })),
        0,
      ),
    );
    const { shown = [] } = await asked(prepareHeadless(refused, options));
    const texts = shown.map(({ message }) => textOf(message));
    assert.ok(texts.includes('Do not publish yet, the licence is missing.'));
    assert.equal(texts.at(-1), 'Go on.');
  });

  it('never contains messages that the person excluded or left out', async () => {
    const engine = new EngineHarness({ hasModel: true, settings: smallSettings, usableTokens: 2_000 });
    const excluded = engine.builder.user('The excluded harbour is not for a model.');
    const leftOut = engine.builder.user('The harbour that is left out is not for a model, either.');
    const between = engine.builder.user('The harbour between them is for everybody.');
    engine.builder.turns(8, 60);
    engine.builder.exclude(excluded);
    const wishes = { byMessage: new Map([[leftOut, 'leftOut' as const]]) };
    const { shown = [] } = await asked(planned(atOnce(engine.compactor.preview({ wishes }))));
    const ids = shown.map(({ id }) => id);
    assert.deepEqual(
      [excluded, leftOut, between].map((id) => ids.includes(id)),
      [false, false, true],
    );
    engine.builder.exclude(engine.builder.user('Nor is this newest one.'));
    const later = await asked(planned(atOnce(engine.compactor.preview({ wishes }))));
    assert.ok(later.shown?.every(({ message }) => !textOf(message).includes('newest one')));
  });

  it('limits the summary so that at least 95 % of the notes also fit the budget', async () => {
    const { mostTokens, notes: shown } = await asked();
    const text = '- It holds now.\n'.repeat(Math.floor((mostTokens * 4) / 16) - 1).trim();
    const summary = { ...summaryOf(text), tokens: quarterCount(text) };
    const { draft, notes, tokensAfter } = prepare(prepared.plan, { summary });
    assert.ok(draft.blocks.some(({ kind, text: told }) => kind === 'summary' && told === text));
    assert.ok(tokensAfter <= 3_000);
    assert.ok((notes?.tokens ?? 0) >= quarterCount(textOfLines(shown)) * 0.95);
  });
});
