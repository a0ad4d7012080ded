import assert from 'node:assert/strict';
import { atRisk, type AtRisk } from '../../../../src/core/compaction/plan/atRisk.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { planned } from '../../../support/planned.ts';
import { smallSettings } from '../../../support/sessionBuilder.ts';

/** Returns the facts at risk if all messages that `build` adds are left out without notes. */
function lost(build: (engine: EngineHarness) => void): readonly AtRisk[] {
  const engine = new EngineHarness({
    settings: { ...smallSettings, recordTokens: 200 },
    usableTokens: 20_000,
  });
  build(engine);
  const ids = engine.builder.session.messages.map(({ id }) => id);
  engine.builder.turns(1, 60);
  const byMessage = new Map(ids.map((id) => [id, 'leftOut' as const]));
  return atRisk(planned(atOnce(engine.compactor.preview({ wishes: { byMessage } }))));
}

describe('the list of facts at risk', () => {
  it('contains rules, decisions, files, open tasks and names in this order', () => {
    const risks = lost(({ builder }) => {
      builder.user('Never touch src/gen.ts. We decided to use Postgres for the berths.');
      builder.tool('read_file', { path: 'src/tides.ts' }, 'export const TIDE_TABLE = BERTH_PLAN;');
      builder.tool('write_file', { path: 'src/berths.ts', content: 'TIDE_TABLE + BERTH_PLAN' }, 'written');
      builder.says('TIDE_TABLE stands in src/tides.ts.');
      const todos = [
        { content: 'Draw the chart', status: 'pending' },
        { content: 'Read the tides', status: 'completed' },
      ];
      builder.tool('TodoWrite', { todos }, 'ok');
    });
    const kinds = risks.map(({ kind }) => kind);
    assert.deepEqual([...new Set(kinds)], ['rule', 'decision', 'file', 'open task', 'name']);
    const texts = (wanted: AtRisk['kind']): readonly string[] =>
      risks.flatMap(({ kind, text }) => (kind === wanted ? [text] : []));
    assert.deepEqual(texts('rule'), ['Never touch src/gen.ts.']);
    assert.deepEqual(texts('decision'), ['We decided to use Postgres for the berths.']);
    assert.deepEqual(texts('file'), ['src/berths.ts', 'src/tides.ts']);
    assert.deepEqual(texts('open task'), ['Draw the chart']);
    assert.ok(texts('name').includes('TIDE_TABLE'));
  });

  it('contains at most ten names, and no name from only one message or only from tool outputs', () => {
    const names = Array.from({ length: 60 }, (_, at) => `BERTH_${String(at)}_HEIGHT`).join(' ');
    const once = lost(({ builder }) => {
      builder.says(names);
    });
    assert.deepEqual(once, []);
    const byTools = lost(({ builder }) => {
      for (let time = 0; time < 3; time += 1) builder.tool('bash', { command: 'ls' }, names);
    });
    assert.deepEqual(byTools, []);
    const often = lost(({ builder }) => {
      for (let time = 0; time < 3; time += 1) builder.says(names);
    });
    assert.deepEqual(
      often.map(({ kind }) => kind),
      Array.from({ length: 10 }, () => 'name'),
    );
  });

  it('omits open tasks in the new context, and files whose base name is in the new context', () => {
    const engine = new EngineHarness({
      settings: { ...smallSettings, recordTokens: 400 },
      usableTokens: 20_000,
    });
    engine.builder.turns(10, 100);
    engine.builder.tool('write_file', { path: '/harbour/src/berths.ts', content: 'berths = 12;' }, 'ok');
    engine.builder.tool('TodoWrite', { todos: [{ content: 'Count', status: 'pending' }] }, 'ok');
    engine.builder.tool('TodoWrite', { todos: [{ content: 'Draw', status: 'pending' }] }, 'ok');
    engine.builder.turns(3, 60);
    const kinds = atRisk(planned(atOnce(engine.compactor.preview()))).map(
      ({ kind, text }) => `${kind}: ${text}`,
    );
    assert.deepEqual(
      kinds.filter((one) => /file|open task/u.test(one)),
      [],
    );
  });
});
