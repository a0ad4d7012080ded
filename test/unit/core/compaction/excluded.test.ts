import assert from 'node:assert/strict';
import { briefOf } from '../../../../src/core/context/brief.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { EngineHarness, settle } from '../../../support/engineHarness.ts';
import { told, wordsOf } from '../../../support/sessionBuilder.ts';

describe('The text of a tool result that the person excluded', () => {
  /** Returns a session with a failed command, whose excluded output names a file, and some turns. */
  async function compacted(): Promise<EngineHarness> {
    const engine = new EngineHarness({ hasModel: true, strategy: STRATEGIES.summarize });
    const { builder } = engine;
    builder.user(`Run the tests of src/harbour.ts. ${wordsOf(100)}`);
    builder.calls([{ id: 'c1', name: 'bash', args: { command: 'npm test' } }]);
    const output = `Error: can’t read src/private.ts\n${wordsOf(60)}`;
    const result = builder.result('c1', output, { toolName: 'bash', exitCode: 1 });
    builder.exclude(result);
    builder.turns(4, 50);
    await engine.compactor.compactNow();
    await settle();
    return engine;
  }

  it('is not in the notes, but the outcome of the call is', async () => {
    const notes = told((await compacted()).builder.context).join('\n');
    assert.doesNotMatch(notes, /private/u);
    assert.match(notes, /npm test → failed/u);
  });

  it('is not shown to the model that writes a summary', async () => {
    const { folded, shown = [] } = (await compacted()).awaited.request;
    const texts = [...folded, ...shown].map(({ message }) => textOf(message));
    assert.ok(texts.some((text) => text.includes('npm test')));
    assert.ok(texts.every((text) => !text.includes('private')));
  });

  it('is not counted in the receipt', async () => {
    const { kept, recallable } = (await compacted()).newest.receipt;
    assert.equal(kept + recallable, 1);
  });
});

describe('A message that the person excluded', () => {
  it('is not quoted to a session that continues this one', () => {
    const { builder } = new EngineHarness();
    builder.user('Build the harbour.');
    builder.says('Built.');
    builder.exclude(builder.user('Never mind the lighthouse.'));
    builder.exclude(builder.says('The lighthouse stays.'));
    const brief = briefOf(builder.session, [], true);
    assert.doesNotMatch(brief, /lighthouse/u);
    assert.match(brief, /Build the harbour\.[^]*Built\./u);
  });
});
