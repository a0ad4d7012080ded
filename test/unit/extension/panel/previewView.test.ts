import type { Wishes } from '../../../../src/core/compaction/compactionView.ts';
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Compaction, Skip } from '../../../../src/core/compaction/plan/compact.ts';
import { STRATEGIES, STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import { isRecord } from '../../../../src/core/context/record.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { previewView } from '../../../../src/extension/panel/previewView.ts';
import { previewItems, type PreviewItem } from '../../../../src/extension/panel/previewItems.ts';
import type { PreviewGroup, PreviewView } from '../../../../src/shared/previewView.ts';
import { EngineHarness, settle, talkTo } from '../../../support/engineHarness.ts';
import { growth } from '../../../support/sessionArbitrary.ts';
import { smallSettings, told, wordsOf } from '../../../support/sessionBuilder.ts';
import { VOLUME } from '../../../support/volume.ts';

/** Returns an engine that counts a word as a token and keeps the newest two messages. */
function harness(hasModel = false): EngineHarness {
  const settings = { ...smallSettings, keepRecentMessages: 2, recordTokens: 400 };
  return new EngineHarness({ settings, usableTokens: 20_000, hasModel });
}

/** The preview that the panel gets, and the changes from which the preview is made. */
interface Seen extends PreviewView {
  readonly items: readonly PreviewItem[];
}

function viewOf(
  { builder, account, compactor }: EngineHarness,
  found: Compaction | Skip,
  { hasModel = false, wishes = {} }: { readonly hasModel?: boolean; readonly wishes?: Wishes } = {},
): Seen {
  assert.ok(compactor);
  const { context } = builder;
  const price = { input: 3, cachedInput: 0.3, output: 15 };
  const input = { key: 'preview1', found, context, account, wishes, price };
  return {
    ...previewView({ ...input, ...(hasModel && { model: 'scribe' }) }),
    items: found.run ? previewItems({ prepared: found, context, account }) : [],
  };
}

function preview(engine: EngineHarness, hasModel = false): Seen {
  return viewOf(engine, atOnce(engine.compactor.preview()), { hasModel });
}

function rowOf({ items }: Seen, id: string): PreviewItem {
  return items.find((item) => item.id === id) ?? assert.fail(`no row for ${id}`);
}

function groupOf({ turns }: PreviewView, id: string): PreviewGroup {
  const groups = turns.flatMap((turn) => turn.groups);
  return groups.find((group) => group.id === id) ?? assert.fail(`no group ${id}`);
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
  it('shows which lines of a message the notes keep word for word', async () => {
    const engine = talked();
    const row = rowOf(preview(engine), 'm1');
    assert.ok(row.tokensAfter > 0);
    assert.ok(row.lines.some((line) => line.includes('Never touch src/gen.ts')));
    await engine.compactor.compactNow();
    assert.match(told(engine.builder.context)[0] ?? '', /Never touch src\/gen\.ts/u);
  });

  it('lists which lines of a message the notes keep, and lists no lines if the message is left out', () => {
    const view = preview(talked());
    assert.ok(rowOf(view, 'm4').lines.some((line) => line.includes('src/parser.ts')));
    assert.deepEqual(rowOf(view, 'm5').lines, []);
  });

  it('takes into account pins, stages and excluded messages', () => {
    const engine = talked();
    const { builder } = engine;
    const before = preview(engine);
    builder.pin('m1');
    const pinned = preview(engine);
    assert.ok(pinned.items.every(({ id }) => id !== 'm1'));
    assert.ok(pinned.tokensAfter !== before.tokensAfter);
    builder.exclude('m6');
    const excluded = preview(engine);
    assert.ok(excluded.items.every(({ id }) => id !== 'm6'));
    builder.stage('The parser', 'm2', 'm4');
    assert.ok(rowOf(preview(engine), 'record').tokensAfter > rowOf(excluded, 'record').tokensAfter);
  });

  it('shows all turns and messages of a session with 300 turns and 600 messages', () => {
    const engine = harness();
    engine.builder.turns(300);
    const { turns } = preview(engine);
    assert.deepEqual([turns.length, turns.flatMap(({ groups }) => groups).length], [300, 600]);
  });

  it('shows the context in turns, with one fate for a tool call and its results', () => {
    const view = preview(talked());
    assert.deepEqual(
      view.turns.map(({ id, groups }) => [id, groups.map((group) => group.id)]),
      [
        ['m1', ['m1', 'm2', 'm4']],
        ['m5', ['m5', 'm6']],
        ['m7', ['m7', 'm8']],
      ],
    );
    const call = groupOf(view, 'm2');
    assert.deepEqual([call.messageCount, call.fate, call.tokensAfter], [2, 'notes', 0]);
    assert.equal(groupOf(view, 'm5').fate, 'leftOut');
    assert.equal(groupOf(view, 'm7').fixed, 'your newest message');
  });

  it('shows whether a choice of the person is followed, and if not, why', () => {
    const engine = talked();
    const wishes: Wishes = {
      byMessage: new Map([
        ['m3', 'shortened'],
        ['m6', 'stays'],
        ['m7', 'leftOut'],
      ]),
    };
    const view = viewOf(engine, atOnce(engine.compactor.preview({ wishes })), { wishes });
    const [call, kept, newest] = ['m2', 'm6', 'm7'].map((id) => groupOf(view, id));
    assert.deepEqual([call?.wish, call?.fate], ['shortened', 'shortened']);
    assert.deepEqual([kept?.wish, kept?.fate, kept?.tokensAfter], ['stays', 'stays', kept?.tokensBefore]);
    assert.deepEqual([newest?.fate, newest?.refused], ['stays', 'Your newest message always stays.']);
  });

  it('lists a name that would be in neither the context nor the notes', () => {
    const engine = harness();
    engine.builder.user('Have a look around.');
    engine.builder.tool('read_file', { path: 'src/onlyHere.ts' }, wordsOf(300, 'deep'));
    engine.builder.turns(4, 60);
    const wishes: Wishes = { byMessage: new Map([['m2', 'leftOut']]) };
    const { risks, riskCount } = viewOf(engine, atOnce(engine.compactor.preview({ wishes })), { wishes });
    const risk = risks.find(({ text }) => text === 'src/onlyHere.ts') ?? assert.fail('not listed');
    assert.deepEqual([risk.kind, risk.id], ['file', 'm2']);
    assert.ok(riskCount >= risks.length);
    const kept: Wishes = { byMessage: new Map([[risk.id, 'stays']]) };
    const found = atOnce(engine.compactor.preview({ wishes }));
    assert.ok(found.run);
    const unapplied = {
      run: false,
      reason: 'not_worth_it',
      sentence: '',
      shortfalls: [],
      considered: found,
    } as const;
    assert.equal(
      viewOf(engine, unapplied, { wishes }).riskCount,
      riskCount,
      'a skipped compaction has a different number of risks',
    );
    const then = viewOf(engine, atOnce(engine.compactor.preview({ wishes: kept })), { wishes: kept });
    assert.ok(then.risks.every(({ text }) => text !== 'src/onlyHere.ts'));
  });

  it('lists a rule that would be in neither the context nor the notes', () => {
    const engine = talked();
    const wishes: Wishes = { byMessage: new Map([['m1', 'leftOut']]) };
    const [first] = viewOf(engine, atOnce(engine.compactor.preview({ wishes })), { wishes }).risks;
    assert.deepEqual([first?.kind, first?.text, first?.id], ['rule', 'Never touch src/gen.ts.', 'm1']);
    assert.ok(preview(engine).risks.every(({ kind }) => kind !== 'rule'));
  });

  it('says after how many requests the compaction pays off', () => {
    const { money, tokensBefore, tokensAfter } = preview(talked());
    assert.ok(money);
    assert.equal(money.now, (tokensBefore * 0.3) / 1_000_000);
    assert.equal(money.first, (tokensAfter * 3) / 1_000_000);
    assert.equal(money.then, (tokensAfter * 0.3) / 1_000_000);
    const { paysAfter = assert.fail('it never pays') } = money;
    const spent = (requests: number): number => money.first + (requests - 1) * money.then;
    assert.ok(spent(paysAfter) <= paysAfter * money.now);
    assert.ok(paysAfter === 1 || spent(paysAfter - 1) > (paysAfter - 1) * money.now);
  });

  it('says that there is nothing to compact yet', () => {
    const engine = harness();
    engine.builder.turns(1);
    const view = preview(engine);
    assert.match(view.remark ?? '', /nothing to compact yet/u);
    assert.deepEqual([view.items, view.canApply, view.risks], [[], false, []]);
    assert.deepEqual(
      view.turns.map(({ groups }) => groups.map(({ fate }) => fate)),
      [['stays', 'stays']],
    );
  });

  it('says how many tokens the model’s notes can add at most', async () => {
    const engine = talked(harness(true));
    for (let at = 0; at < 200; at += 1) engine.builder.user(`Berth ${String(at)} is to be seen to.`);
    const view = preview(engine, true);
    await engine.compactor.compactNow();
    assert.equal(engine.tokens, view.tokensAfter);
    await settle();
    engine.awaited.succeed(wordsOf(90, 'story'));
    await engine.compactor.settled();
    assert.match(told(engine.builder.context)[0] ?? '', /story/u);
    assert.ok(engine.tokens > view.tokensAfter);
    assert.ok(engine.tokens <= view.tokensAfter + (view.modelNotes?.mostTokens ?? 0), String(engine.tokens));
    assert.equal(preview(talked()).modelNotes, undefined);
  });

  it('shows the correct token count while the model that writes notes is paused after failures', async () => {
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

  it('agrees in any session with the compaction that follows', async () => {
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
          const found = atOnce(engine.compactor.preview({}, strategy));
          if (!found.run && found.reason === 'cannot_fit') return;
          const view = viewOf(engine, found, { hasModel });
          assert.equal(view.tokensBefore, engine.tokens);
          assert.equal(view.tokensBefore - view.tokensAfter, saved(view.items));
          assertTurns(view, engine);
          const { done } = await engine.compactor.compactNow({}, strategy);
          assert.deepEqual([done, view.remark === undefined], [found.run, found.run]);
          if (!done) return;
          changed += view.items.length;
          assert.equal(engine.tokens, view.tokensAfter);
          assert.equal(engine.builder.context.length, view.messagesAfter);
          for (const row of view.items) assertTrue(row, engine);
        },
      ),
      { numRuns: 50 * VOLUME },
    );
    assert.ok(changed > 300, String(changed));
  });
});

function saved(items: readonly PreviewItem[]): number {
  return items.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0);
}

/**
 * Asserts that the groups’ tokens add up to the tokens of all messages except system text and notes, both before and
 * after the compaction. Also asserts that no item describes a group that stays.
 */
function assertTurns({ turns, after, items }: Seen, { builder, account }: EngineHarness): void {
  const groups = turns.flatMap((turn) => turn.groups);
  const sum = (figures: readonly number[]): number => figures.reduce((total, each) => total + each, 0);
  const own = builder.context.filter(({ message }) => message.role !== 'system' && !isRecord(message));
  assert.equal(
    sum(groups.map(({ tokensBefore }) => tokensBefore)),
    sum(own.map((item) => account.ofItem(item))),
  );
  const rest = after.filter(({ id }) => id.startsWith('m'));
  const system = new Set(after.flatMap(({ id, role }) => (role === 'system' ? [id] : [])));
  const standing = rest.filter(({ id }) => !system.has(id));
  assert.equal(sum(groups.map(({ tokensAfter }) => tokensAfter)), sum(standing.map(({ tokens }) => tokens)));
  const stay = new Set(groups.flatMap(({ id, fate }) => (fate === 'stays' ? [id] : [])));
  assert.ok(items.every(({ id }) => !stay.has(id)));
}

/** Asserts that a row of the preview agrees with the context after the compaction. */
function assertTrue({ id, lines, tokensAfter }: PreviewItem, { builder, account }: EngineHarness): void {
  const { context } = builder;
  const record = context.find(({ message }) => isRecord(message));
  const own = context.filter(
    ({ entries, message }) => entries.length === 1 && entries[0] === id && !isRecord(message),
  );
  for (const line of lines) assert.ok(textOf(record?.message ?? assert.fail()).includes(line), line);
  if (id === 'record' || id.includes('#')) return;
  if (own[0] === undefined) assert.equal(lines.length > 0, tokensAfter > 0, id);
  else assert.deepEqual([lines, account.ofItem(own[0])], [[], tokensAfter], id);
}
