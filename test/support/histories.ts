import type { StrategyName } from '../../src/core/compaction/settings.ts';
import assert from 'node:assert/strict';
import { textOfLines } from '../../src/core/log/notesLine.ts';
import fc from 'fast-check';
import { STRATEGIES, STRATEGY_NAMES } from '../../src/core/compaction/strategies.ts';
import type { EntryId } from '../../src/core/log/entry.ts';
import { textOf } from '../../src/core/log/message.ts';
import { SummaryError } from '../../src/core/summary/summary.ts';
import { EngineHarness, settle, type AskedSummary } from './engineHarness.ts';
import { MarkedBuilder } from './markedBuilder.ts';
import { reducedLog } from './reducedLog.ts';
import { growth, rewinding } from './sessionArbitrary.ts';
import { smallSettings, wordsOf } from './sessionBuilder.ts';
import { assertReversible, assertSound, assertTakenBack } from './validContext.ts';

/** An event in a session and its compactor. */
type Event = (engine: EngineHarness) => Promise<void>;

const grows: fc.Arbitrary<Event> = fc
  .array(growth, { minLength: 1, maxLength: 4 })
  .map((steps) => (engine) => {
    for (const step of steps) step(engine.builder);
    return Promise.resolve();
  });

const rewinds: fc.Arbitrary<Event> = rewinding.map((step) => (engine) => {
  step(engine.builder);
  return Promise.resolve();
});

/** Checks whether to compact. The provider may report a chosen usage in place of the counted tokens. */
const checks: fc.Arbitrary<Event> = fc
  .tuple(
    fc.constantFrom<('threshold' | 'overflow')[]>('threshold', 'threshold', 'threshold', 'overflow'),
    fc.constantFrom(undefined, 0.76, 0.8, 0.86, 0.96),
  )
  .map(([reason, share]) => async (engine) => {
    const wasOver = engine.share > 1;
    engine.reportedTokens = share === undefined ? undefined : engine.usableTokens * share;
    const decision = await engine.compactor.check(reason);
    if (decision.run && decision.tier === 'emergency') assert.ok(wasOver || engine.share <= 1);
    engine.reportedTokens = undefined;
    assertNothingGrew(engine);
  });

const asks: fc.Arbitrary<Event> = fc
  .record({
    budgetTokens: fc.option(fc.integer({ min: 100, max: 3_000 }), { nil: undefined }),
    name: fc.constantFrom(...STRATEGY_NAMES),
  })
  .map(({ budgetTokens, name }) => (engine) => {
    const asked = { strategy: STRATEGIES[name], ...(budgetTokens === undefined ? {} : { budgetTokens }) };
    void engine.compactor.compactNow(asked);
    return Promise.resolve();
  });

/**
 * Ends the newest request for a summary with a summary, with a summary that is too long, or with an error. The run of
 * the request may already have been given up.
 */
const answers: fc.Arbitrary<Event> = fc
  .constantFrom('good', 'telling', 'long', 'error', 'fault')
  .map((how) => async (engine) => {
    await settle();
    const asked = engine.asked.at(-1);
    if (how === 'error') asked?.fail(new SummaryError('timeout', 'Too late.', true, 'fake'));
    else if (how === 'fault') asked?.fail(new TypeError('a fault'));
    else asked?.succeed(how === 'telling' ? toldIn(asked) : wordsOf(how === 'long' ? 2_000 : 10));
    await settle();
  });

/** Returns a summary with the marks of all texts that the summary is made from, but with at most thirty marks. */
function toldIn({ request }: AskedSummary): string {
  const texts = [
    textOfLines(request.notes),
    request.earlier ?? '',
    ...request.folded.map(({ message }) => textOf(message)),
  ];
  return [...MarkedBuilder.in(texts.join('\n'))].slice(-30).join(' ');
}

/** Undoes a live compaction together with all compactions that were built on it. */
const undoes: fc.Arbitrary<Event> = fc.double({ min: 0, max: 1, noNaN: true }).map((at) => async (engine) => {
  await engine.compactor.cancel();
  const standing = standingIds(engine);
  const first = Math.floor(at * (standing.length - 1));
  const id = standing[first];
  if (id !== undefined) assert.deepEqual(await engine.compactor.undo(id), standing.slice(first));
});

function standingIds({ builder }: EngineHarness): readonly EntryId[] {
  return reducedLog(builder.entries).flatMap(({ kind, id }) => (kind === 'compaction' ? [id] : []));
}

const others: fc.Arbitrary<Event> = fc
  .constantFrom('defer', 'cancel', 'model', 'request', 'request')
  .map((what) => async (engine) => {
    if (what === 'defer') engine.compactor.defer();
    else if (what === 'request') engine.compactor.requestSent();
    else if (what === 'model') engine.compactor.modelChanged();
    else await engine.compactor.cancel();
  });

const events: fc.Arbitrary<readonly Event[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: grows },
    { weight: 3, arbitrary: checks },
    { weight: 2, arbitrary: asks },
    { weight: 2, arbitrary: answers },
    { weight: 1, arbitrary: undoes },
    { weight: 1, arbitrary: rewinds },
    { weight: 1, arbitrary: others },
  ),
  { minLength: 5, maxLength: 30 },
);

function assertNothingGrew({ compactions }: EngineHarness): void {
  for (const { event } of compactions) assert.ok(event.tokensAfter < event.tokensBefore);
}

async function live(all: readonly Event[], name: StrategyName): Promise<void> {
  const builder = new MarkedBuilder();
  const engine = new EngineHarness({
    builder,
    strategy: STRATEGIES[name],
    settings: { ...smallSettings, window: { turns: 3, batch: 2 } },
    usableTokens: 1_000,
    hasModel: true,
  });
  builder.turns(5, 60);
  for (const event of all) {
    await event(engine);
    assertSound(builder.session);
    assertTakenBack(builder.entries);
    assert.deepEqual(builder.ghosts, []);
  }
  await engine.compactor.close();
  await settle();
  assert.equal(engine.compactor.isRunning, false);
  assert.deepEqual(engine.errors, []);
  assertNothingGrew(engine);
  assertSound(builder.session);
  assertReversible(builder.entries);
}

/**
 * Tests random histories of messages, pins, stages, rewinds, undos, runs and background results. After each step, the
 * context must be valid, and must be the same as the projection of the log without the undone and rewound entries. No
 * text in the context may come from a rewound message.
 */
export async function checkHistories(
  parameters: fc.Parameters<[readonly unknown[], StrategyName]>,
): Promise<void> {
  await fc.assert(fc.asyncProperty(events, fc.constantFrom(...STRATEGY_NAMES), live), parameters as object);
}
