import assert from 'node:assert/strict';
import { compact } from '../../../../src/core/compaction/plan/compact.ts';
import { shortenAlone } from '../../../../src/core/compaction/plan/wishes.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import type { MessageId } from '../../../../src/core/log/entry.ts';
import { EngineHarness, fillTo, settle } from '../../../support/engineHarness.ts';
import { viewOf } from '../../../support/compactionView.ts';
import { SessionBuilder, told, wordsOf } from '../../../support/sessionBuilder.ts';

const contextOf = (engine: EngineHarness): string => told(engine.builder.context).join('\n');

/** A session with a tool result that is too long to stay whole beside a newer request. */
function withLongResult(): { readonly engine: EngineHarness; readonly call: MessageId } {
  const engine = new EngineHarness();
  engine.builder.user('Set up the store.');
  const [call] = engine.builder.tool('read_file', { path: 'PostgreSQL.md' }, wordsOf(1_000));
  engine.builder.user('Go on with it.');
  return { engine, call };
}

describe('After a rewind', () => {
  it('the record omits a removed call', async () => {
    const { engine, call } = withLongResult();
    await engine.compactor.check();
    const entry = engine.newest;
    assert.ok(entry.folded.every(({ ids }) => !ids.includes(call)));
    assert.match(entry.blocks.map(({ text }) => text).join('\n'), /PostgreSQL/u);
    assert.ok(entry.madeFrom.includes(call));
    engine.builder.rewind(call);
    engine.builder.user('Use MySQL for the store.');
    assert.doesNotMatch(contextOf(engine), /PostgreSQL/u);
    await engine.compactor.compactNow();
    assert.doesNotMatch(contextOf(engine), /PostgreSQL/u);
    assert.match(contextOf(engine), /MySQL/u);
  });

  it('a compaction that mentions no removed message stays in force', async () => {
    const engine = new EngineHarness();
    engine.builder.turns(20, 30);
    await engine.compactor.compactNow();
    const newest = engine.builder.user('Round the hours.');
    const before = contextOf(engine);
    engine.builder.says('Rounded.');
    engine.builder.rewind(newest);
    engine.builder.user('Round the hours.');
    assert.equal(contextOf(engine), before);
  });

  it('a background run is discarded if the run used a removed call', async () => {
    const engine = new EngineHarness({ hasModel: true, strategy: STRATEGIES.summarize });
    engine.builder.turns(10, 30);
    const [call, result] = engine.builder.tool('bash', { command: 'createdb harbour' }, wordsOf(40));
    engine.builder.compaction({ replaced: [{ id: result, as: 'stub', text: '[bash]' }] });
    fillTo(engine, 0.76);
    await engine.compactor.check();
    await settle();
    engine.builder.rewind(call);
    engine.awaited.succeed('- The base is harbour.');
    await engine.compactor.settled();
    assert.equal(engine.runs.at(-1)?.reason, 'superseded');
    assert.doesNotMatch(contextOf(engine), /harbour/u);
  });
});

describe('A compacted message that becomes the person’s newest message', () => {
  const changes: readonly [string, (builder: SessionBuilder, next: MessageId) => void][] = [
    ['a rewind to the message after it', (builder, next) => void builder.rewind(next)],
    ['an exclusion of the message after it', (builder, next) => void builder.exclude(next)],
  ];
  for (const [change, make] of changes)
    it(`keeps its words in the next notes after ${change}`, () => {
      const builder = new SessionBuilder().turns(4);
      const folded = builder.user('Always call the class HarbourMaster.');
      builder.says(wordsOf(60));
      const next = builder.user('Go on with it.');
      builder.says(wordsOf(60));
      const wishes = { range: { first: 'm1', last: folded } };
      const first = compact(viewOf(builder), { by: 'person', wishes });
      assert.ok(first.run && first.draft.folded.some(({ ids }) => ids.includes(folded)));
      builder.append(first.draft);
      make(builder, next);
      builder.append({ kind: 'notesEdited', text: 'Ask Ada first', on: true });
      const second = compact(viewOf(builder), { by: 'person', wishes: shortenAlone(folded) });
      assert.ok(second.run);
      assert.match(told(second.context).join('\n'), /HarbourMaster/u);
      assert.match(second.plan.refused[0]?.sentence ?? '', /An earlier compaction removed this message/u);
    });
});
