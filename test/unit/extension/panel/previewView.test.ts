import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Compaction, Skip } from '../../../../src/core/compaction/compact.ts';
import { STRATEGIES, STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import { isRecord } from '../../../../src/core/context/record.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { previewView } from '../../../../src/extension/panel/previewView.ts';
import type { PreviewItem, PreviewView } from '../../../../src/shared/panelView.ts';
import { EngineHarness, settle, talkTo } from '../../../support/engineHarness.ts';
import { growth } from '../../../support/sessionArbitrary.ts';
import { smallSettings, told, wordsOf } from '../../../support/sessionBuilder.ts';

/** Counts a word as a token; keeps the newest two messages. */
function harness(hasModel = false): EngineHarness {
  const settings = { ...smallSettings, keepRecentMessages: 2, recordTokens: 400 };
  return new EngineHarness({ settings, usableTokens: 20_000, hasModel });
}

function viewOf(
  { builder, account, compactor }: EngineHarness,
  found: Compaction | Skip,
  hasModel = false,
): PreviewView {
  assert.ok(compactor);
  return previewView({ found, context: builder.context, account, hasModel });
}

function preview(engine: EngineHarness, hasModel = false): PreviewView {
  return viewOf(engine, engine.compactor.preview(), hasModel);
}

function rowOf({ items }: PreviewView, id: string): PreviewItem {
  return items.find((item) => item.id === id) ?? assert.fail(`no row for ${id}`);
}

/** A request with a constraint, a long output, much talk, and two messages that stay. */
function talked(engine = harness()): EngineHarness {
  const { builder } = engine;
  builder.user('Never touch src/gen.ts. Please mend the parser.');
  builder.tool('read_file', { path: 'src/parser.ts' }, wordsOf(900, 'line'));
  builder.says(`I mended src/parser.ts. ${wordsOf(300, 'thought')}`);
  builder.user('ok');
  builder.says(wordsOf(200, 'talk'));
  builder.user('And now?');
  builder.says('Now the tests.');
  return engine;
}

describe('the preview of a compaction', () => {
  it('says of a folded message with a constraint that this is kept word for word, and with which tokens', async () => {
    const engine = talked();
    const row = rowOf(preview(engine), 'm1');
    assert.equal(row.to, 'constraint');
    assert.ok(row.tokensAfter > 0);
    assert.ok(row.lines.some((line) => line.includes('Never touch src/gen.ts')));
    await engine.compactor.compactNow();
    assert.match(told(engine.builder.context)[0] ?? '', /Never touch src\/gen\.ts/u);
  });

  it('tells what the record says of a message from what can only be looked up', () => {
    const view = preview(talked());
    assert.equal(rowOf(view, 'm4').to, 'told');
    assert.ok(rowOf(view, 'm4').lines.some((line) => line.includes('src/parser.ts')));
    assert.deepEqual([rowOf(view, 'm5').to, rowOf(view, 'm5').lines], ['evicted', []]);
  });

  it('follows a pin, a stage and a message left out', () => {
    const engine = talked();
    const { builder } = engine;
    const before = preview(engine);
    builder.pin('m1');
    const pinned = preview(engine);
    assert.ok(pinned.items.every(({ id }) => id !== 'm1'));
    assert.ok(pinned.tokensAfter !== before.tokensAfter);
    builder.exclude('m6');
    assert.ok(preview(engine).items.every(({ id }) => id !== 'm6'));
    builder.stage('The parser', 'm2', 'm4');
    assert.ok(preview(engine).items.some(({ to }) => to === 'record'));
    assert.notDeepEqual(preview(engine), pinned);
  });

  it('has a row for each of many messages', () => {
    const engine = harness();
    engine.builder.turns(300);
    const { items, unchangedCount } = preview(engine);
    assert.equal(items.filter(({ id }) => id !== 'record').length + unchangedCount, 600);
    assert.ok(items.length > 590, String(items.length));
  });

  it('says when there is nothing to do', () => {
    const engine = harness();
    engine.builder.turns(1);
    const view = preview(engine);
    assert.match(view.remark ?? '', /nothing to compact yet/u);
    assert.deepEqual([view.items, view.unchangedCount], [[], 2]);
  });

  it('tells beforehand how much the summary that follows can add', async () => {
    const engine = talked(harness(true));
    engine.builder.turns(200);
    const view = preview(engine, true);
    await engine.compactor.compactNow();
    assert.equal(engine.tokens, view.tokensAfter);
    await settle();
    engine.awaited.succeed(wordsOf(150, 'story'));
    await engine.compactor.settled();
    assert.match(told(engine.builder.context)[0] ?? '', /story/u);
    assert.ok(engine.tokens > view.tokensAfter);
    assert.ok(engine.tokens <= (view.mostTokensWithSummary ?? 0), String(engine.tokens));
    assert.equal(preview(talked()).mostTokensWithSummary, undefined);
  });

  it('is true for a model that rests after failures, since the person’s wish wakes it', async () => {
    const engine = new EngineHarness({ hasModel: true });
    for (let run = 0; run < 3; run += 1) {
      talkTo(engine, 0.75);
      await engine.compactor.check();
      await settle();
      engine.awaited.fail(new Error('It is down.'));
      await engine.compactor.settled();
    }
    engine.builder.turns(5);
    const { tokensAfter } = preview(engine);
    await engine.compactor.compactNow();
    assert.equal(engine.compactor.step, 'summaryToFollow');
    assert.equal(engine.tokens, tokensAfter);
  });

  it('is what then happens, row by row and in all, whatever was said', async () => {
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(growth, { minLength: 1, maxLength: 25 }),
        fc.constantFrom(...STRATEGY_NAMES),
        fc.boolean(),
        async (steps, name, hasModel) => {
          const engine = harness(hasModel);
          const strategy = STRATEGIES[name];
          engine.builder.turns(4, 60);
          for (const step of steps) step(engine.builder);
          const found = engine.compactor.preview({ strategy });
          if (!found.run && found.reason === 'cannot_fit') return;
          const view = viewOf(engine, found, hasModel);
          assert.equal(view.tokensBefore, engine.tokens);
          assert.equal(view.tokensBefore - view.tokensAfter, saved(view.items));
          const { done } = await engine.compactor.compactNow({ strategy });
          assert.deepEqual([done, view.remark === undefined], [found.run, found.run]);
          if (!done) return;
          changed += view.items.length;
          assert.equal(engine.tokens, view.tokensAfter);
          assert.equal(engine.builder.context.length, view.messagesAfter);
          for (const row of view.items) assertTrue(row, engine);
        },
      ),
      { numRuns: 150 },
    );
    assert.ok(changed > 500, String(changed));
  }).timeout(60_000);
});

function saved(items: readonly PreviewItem[]): number {
  return items.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0);
}

/** What a row said is what the context now shows. */
function assertTrue({ id, to, lines, tokensAfter }: PreviewItem, { builder, account }: EngineHarness): void {
  const { context } = builder;
  const record = context.find(({ message }) => isRecord(message));
  const own = context.filter(
    ({ entries, message }) => entries.length === 1 && entries[0] === id && !isRecord(message),
  );
  for (const line of lines) assert.ok(textOf(record?.message ?? assert.fail()).includes(line), line);
  if (to === 'record' || id.includes('#')) return;
  if (to === 'constraint' || to === 'told' || to === 'digest' || to === 'evicted') {
    assert.deepEqual(own, [], id);
    assert.equal(to === 'told' && lines.length === 0, false);
    return;
  }
  assert.ok(own[0], id);
  assert.deepEqual([own[0].treatment, account.ofItem(own[0])], [to, tokensAfter]);
}
