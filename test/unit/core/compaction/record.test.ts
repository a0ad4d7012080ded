import type { PlanRequest } from '../../../../src/core/compaction/plan/workingPlan.ts';
import assert from 'node:assert/strict';
import { aimOfRequest } from '../../../../src/core/compaction/decide/aim.ts';
import { evictionNote, foldObservations } from '../../../../src/core/compaction/plan/recordBlocks.ts';
import { planCompaction } from '../../../../src/core/compaction/plan/plan.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import type { SessionMessage } from '../../../../src/core/log/session.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { accountOf, SessionBuilder, smallSettings, told } from '../../../support/sessionBuilder.ts';
import { prepare } from '../../../support/planned.ts';

const LIVE_OBSERVATIONS = smallSettings.liveObservations;

function withObservations(count: number): SessionBuilder {
  const builder = new SessionBuilder();
  for (let note = 1; note <= count; note += 1)
    builder.append({ kind: 'note', source: 'test', text: `run ${String(note)}` });
  return builder;
}

function requestOf(builder: SessionBuilder, changes: Partial<PlanRequest> = {}): PlanRequest {
  const strategy = changes.strategy ?? STRATEGIES.truncate;
  const settings = smallSettings;
  const usableTokens = 10_000;
  const aim = aimOfRequest({ strategy, settings, usableTokens }, {});
  const { session } = builder;
  return { session, account: accountOf(), strategy, settings, usableTokens, aim, ...changes };
}

describe('Observations', () => {
  it('stay out of the record while among the newest twelve', () => {
    assert.deepEqual(foldObservations(withObservations(LIVE_OBSERVATIONS).session, smallSettings), {
      text: '',
      ids: [],
    });
  });

  it('that are older than the newest twelve are listed in order, with the number of those that do not fit', () => {
    const { text, ids } = foldObservations(withObservations(LIVE_OBSERVATIONS + 3).session, smallSettings);
    assert.equal(text, '## What happened in the editor\n- test: run 1\n- test: run 2\n- test: run 3');
    assert.deepEqual(ids, ['e1', 'e2', 'e3']);
    const short = foldObservations(withObservations(LIVE_OBSERVATIONS + 8).session, {
      ...smallSettings,
      observationCharacters: 100,
    });
    assert.equal(
      short.text,
      '## What happened in the editor\n- and 6 more before these\n- test: run 7\n- test: run 8',
    );
    assert.equal(short.ids.length, 8);
  });

  it('are listed with at most 400 characters in total', () => {
    const builder = new SessionBuilder();
    for (let note = 1; note <= LIVE_OBSERVATIONS + 8; note += 1)
      builder.append({ kind: 'note', source: 'test', text: `${String(note).padStart(2)} ${'x'.repeat(41)}` });
    const { text, ids } = foldObservations(builder.session, smallSettings);
    assert.equal(text.split('\n').length - 1, 7);
    assert.match(text, /- and 2 more before these/u);
    assert.deepEqual(ids, ['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8']);
  });

  it('stay out of the record while among the newest two if the setting observations.live is 2', () => {
    const settings = { ...smallSettings, liveObservations: 2 };
    assert.deepEqual(foldObservations(withObservations(3).session, settings).ids, ['e1']);
    assert.deepEqual(foldObservations(withObservations(2).session, settings).ids, []);
  });

  it('are pending again after an undo of the compaction that listed them', () => {
    const builder = withObservations(LIVE_OBSERVATIONS + 2);
    const id = builder.compaction({ foldedNotes: ['e1'] });
    assert.deepEqual(foldObservations(builder.session, smallSettings).ids, ['e2']);
    builder.undo(id);
    assert.deepEqual(foldObservations(builder.session, smallSettings).ids, ['e1', 'e2']);
  });

  it('are dropped first if the record has too little room', async () => {
    const engine = new EngineHarness();
    for (let note = 0; note < LIVE_OBSERVATIONS + 1; note += 1)
      engine.builder.append({ kind: 'note', source: 'branch', text: 'now on main' });
    engine.builder.turns(40);
    await engine.compactor.compactNow();
    assert.deepEqual(engine.newest.foldedNotes, ['e1']);
    assert.match(told(engine.builder.context)[0] ?? '', /- branch: now on main/u);
    engine.builder.turns(10);
    await engine.compactor.compactNow({ budgetTokens: 76 });
    assert.doesNotMatch(told(engine.builder.context)[0] ?? '', /now on main/u);
    assert.match(told(engine.builder.context)[0] ?? '', /older messages were compacted/u);
    assert.deepEqual(engine.newest.foldedNotes, []);
  });
});

describe('The eviction note', () => {
  const message = (id: string, at: number): SessionMessage => ({
    id,
    at,
    message: { role: 'user', parts: [{ type: 'text', text: 'one two' }] },
  });

  it('has the number, tokens, addresses and times of the messages', () => {
    const plan = atOnce(planCompaction(requestOf(new SessionBuilder())));
    const folded = [message('m1', Date.UTC(2026, 0, 2, 3, 4)), message('m9', Date.UTC(2026, 0, 3))];
    assert.equal(
      evictionNote(plan, folded, true),
      '[2 older messages left the context]\n' +
        '12 tokens, m1–m9, 2026-01-02 03:04 to 2026-01-03 00:00. Recall finds them by words or by address.',
    );
    assert.match(
      evictionNote(plan, [message('m1', 0)], true),
      /^\[1 older message left.*\]\n6 tokens, m1–m1\. /u,
    );
  });

  it('is empty if no messages were evicted or the setting evictionNote is off', () => {
    const plan = atOnce(planCompaction(requestOf(new SessionBuilder())));
    assert.equal(evictionNote(plan, [], true), '');
    const settings = { ...smallSettings, evictionNote: false };
    const off = atOnce(planCompaction(requestOf(new SessionBuilder(), { settings })));
    assert.equal(evictionNote(off, [message('m1', 0)], true), '');
  });
});

describe('A record over the token budget', () => {
  it('omits the notes of the previous compaction if the new compaction’s strategy writes no notes', () => {
    const builder = new SessionBuilder();
    for (let berth = 0; berth < 40; berth += 1) builder.user(`Light the lamp at berth ${String(berth)}.`);
    const first = prepare(atOnce(planCompaction(requestOf(builder, { strategy: STRATEGIES.hybrid }))));
    builder.append(first.draft);
    builder.turns(10);
    const aim = aimOfRequest({ ...requestOf(builder), usableTokens: 500 }, { budgetTokens: 80 });
    const second = prepare(atOnce(planCompaction(requestOf(builder, { aim }))));
    assert.equal(first.draft.blocks.find(({ kind }) => kind === 'notes')?.text.slice(0, 8), '## Story');
    assert.equal(second.draft.blocks.find(({ kind }) => kind === 'notes')?.text, '');
    assert.ok(second.tokensAfter <= 80, String(second.tokensAfter));
  });
});

describe('The notes of a compaction', () => {
  const long = Array.from({ length: 400 }, (_, at) => `export function name_${String(at)}x() {`).join('\n');
  const cut = new SessionBuilder();
  cut.user('Read it.');
  const [, read] = cut.tool('read_file', { path: 'src/a.ts' }, long);
  const settings = { ...smallSettings, recordTokens: 700 };
  const aim = aimOfRequest(
    { strategy: STRATEGIES.hybrid, settings, usableTokens: 10_000 },
    { budgetTokens: 700 },
  );
  const draft = prepare(atOnce(planCompaction(requestOf(cut, { aim, strategy: STRATEGIES.hybrid }))));

  it('mention the shortened messages even if no message is folded', () => {
    assert.deepEqual(draft.draft.folded, []);
    assert.deepEqual(
      draft.draft.replaced.map(({ id, as }) => [id, as]),
      [[read, 'excerpt']],
    );
    const [notes] = draft.draft.blocks;
    assert.match(notes?.text ?? '', /^m2: src\/a\.ts read$/mu);
    assert.ok(draft.tokensAfter <= 700, String(draft.tokensAfter));
  });

  it('come with a receipt that counts the names in the shortened messages', () => {
    const { kept, recallable } = draft.draft.receipt;
    assert.ok(kept > 0 && recallable > 0, JSON.stringify(draft.draft.receipt));
    assert.ok(kept + recallable > 150);
  });
});

describe('A record of a finished stage', () => {
  it('omits the assistant’s words of the stage, but keeps the person’s words', () => {
    const session = (isFinished: boolean): SessionBuilder => {
      const builder = new SessionBuilder();
      const first = builder.user('Light the lamp at berth 1.');
      const last = builder.says('The lamp at berth 1 burns with a new wick.');
      if (isFinished) builder.stage('Lamps', first, last);
      for (let berth = 2; berth < 30; berth += 1) {
        builder.user(`Look at berth ${String(berth)}.`);
        builder.says(`Berth ${String(berth)} lies dark, its pier is ${String(berth)} feet long.`);
      }
      return builder;
    };
    const notesOf = (builder: SessionBuilder): string => {
      const settings = { ...smallSettings, recordTokens: 220 };
      const aim = aimOfRequest({ strategy: STRATEGIES.hybrid, settings, usableTokens: 10_000 }, {});
      const plan = atOnce(planCompaction(requestOf(builder, { strategy: STRATEGIES.hybrid, settings, aim })));
      return prepare(plan).notes?.text ?? '';
    };
    assert.match(notesOf(session(false)), /new wick/u);
    assert.doesNotMatch(notesOf(session(true)), /new wick/u);
    assert.match(notesOf(session(true)), /Light the lamp at berth 1\./u);
  });
});
