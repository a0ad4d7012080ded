import type { StrategyName } from '../../../../src/core/compaction/settings.ts';
import assert from 'node:assert/strict';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { standingPlan } from '../../../../src/core/context/standingPlan.ts';
import { textOf, toolCallsOf } from '../../../../src/core/log/message.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';

type Status = 'pending' | 'in_progress' | 'completed';

const FIRST = { 'Read the tables': 'in_progress', 'Mend the row': 'pending' } as const;
const SECOND = { 'Read the tables': 'completed', 'Mend the row': 'in_progress' } as const;

class Planned extends EngineHarness {
  plan(steps: Readonly<Record<string, Status>>): string {
    const plan = Object.entries(steps).map(([step, status]) => ({ step, status }));
    return this.builder.tool('update_plan', { plan }, '1 of 2 done.')[0];
  }

  /** Fills the context beyond the target, and compacts without a model. */
  async compact(): Promise<void> {
    this.builder.turns(60, 60);
    const { done } = await this.compactor.compactNow();
    assert.equal(done, true);
  }

  get text(): string {
    const said = this.builder.context.flatMap(({ message }) => [
      textOf(message),
      ...toolCallsOf(message).map((call) => call.arguments),
    ]);
    return said.join('\n');
  }
}

const times = (text: string, words: string): number => text.split(words).length - 1;

describe('the model’s plan', () => {
  for (const name of Object.keys(STRATEGIES) as StrategyName[])
    it(`is in the context exactly once, with the step in progress, after each compaction by ${name} without a model`, async () => {
      const engine = new Planned({ strategy: STRATEGIES[name], usableTokens: 4_000 });
      engine.builder.user('Mend the tables.');
      engine.plan(FIRST);
      await engine.compact();
      assert.match(engine.text, /in progress: Read the tables|"Read the tables","status":"in_progress"/);
      assert.equal(times(engine.text, 'Read the tables'), 1);
      engine.plan(SECOND);
      await engine.compact();
      await engine.compact();
      assert.match(engine.text, /in progress: Mend the row|"Mend the row","status":"in_progress"/);
      assert.equal(times(engine.text, 'Mend the row'), 1);
    });

  it('is written into the record when a compaction removes the plan’s tool call, and leaves the record after an undo', async () => {
    const engine = new Planned({ usableTokens: 4_000 });
    engine.builder.user('Mend the tables.');
    engine.plan(FIRST);
    engine.builder.turns(60, 60);
    const before = JSON.stringify(engine.builder.context);
    await engine.compactor.compactNow();
    const { id } = engine.newest;
    assert.match(
      engine.text,
      /## Plan at the last compaction\n- in progress: Read the tables\n- open: Mend the row/,
    );
    engine.builder.undo(id);
    assert.equal(JSON.stringify(engine.builder.context), before);
  });

  it('in the record stays unchanged when a newer plan follows', async () => {
    const engine = new Planned({ usableTokens: 4_000 });
    engine.builder.user('Mend the tables.');
    engine.plan(FIRST);
    await engine.compact();
    const before = engine.builder.context.map(({ message }) => message);
    engine.plan(SECOND);
    assert.deepEqual(
      engine.builder.context.slice(0, before.length).map(({ message }) => message),
      before,
    );
  });

  it('is a single sentence in the record if all steps are done, unless the plan’s tool call is pinned', async () => {
    const engine = new Planned({ usableTokens: 4_000 });
    engine.builder.user('Mend the tables.');
    const call = engine.plan({ 'Read the tables': 'completed', 'Mend the row': 'completed' });
    await engine.compact();
    assert.match(engine.text, /All 2 steps are done\./);
    engine.builder.pin(call);
    assert.equal(engine.text.includes('All 2 steps are done.'), false);
    assert.match(engine.text, /"Read the tables","status":"completed"/);
  });

  it('is in the notes if the arguments of the plan’s call left the context, unless the person removed the call', () => {
    const isNoted = (treat: (engine: Planned, call: string) => void): boolean => {
      const engine = new Planned();
      treat(engine, engine.plan(FIRST));
      return engine.text.includes('## Plan at the last compaction');
    };
    const shorten = ({ builder }: Planned, id: string, more: object = {}): unknown =>
      builder.compaction({ replaced: [{ id, as: 'excerpt', text: '', ...more }] });
    const evict = ({ builder }: Planned, id: string, more: object = {}): unknown =>
      builder.compaction({ folded: [{ ids: [id, 'm2'], as: 'evicted' }], ...more });
    assert.equal(
      isNoted((engine, call) => shorten(engine, call)),
      false,
    );
    assert.equal(
      isNoted((engine, call) => shorten(engine, call, { arguments: { call1: '{}' } })),
      true,
    );
    assert.equal(
      isNoted((engine, call) => evict(engine, call)),
      true,
    );
    assert.equal(
      isNoted((engine, call) => evict(engine, call, { leftOut: [call] })),
      false,
    );
    assert.equal(
      isNoted((engine, call) => (evict(engine, call), engine.builder.exclude(call))),
      false,
    );
  });

  it('comes from the newest successful call on the live branch', () => {
    const { builder } = new Planned();
    const items = () => standingPlan(builder.session)?.items.map(({ state }) => state);
    assert.equal(items(), undefined);
    const plan = (status: Status) => ({ plan: [{ step: 'Read', status }] });
    builder.tool('update_plan', plan('pending'), 'Done.');
    const next = builder.user('Go on.');
    builder.tool('update_plan', plan('completed'), 'Done.');
    builder.calls([{ id: 'x', name: 'update_plan', args: plan('in_progress') }]);
    assert.deepEqual(items(), ['done']);
    builder.rewind(next);
    assert.deepEqual(items(), ['open']);
  });
});
