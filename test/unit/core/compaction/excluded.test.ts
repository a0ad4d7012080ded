import assert from 'node:assert/strict';
import { briefOf } from '../../../../src/core/context/brief.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { EngineHarness, settle } from '../../../support/engineHarness.ts';
import { told, wordsOf, type Call } from '../../../support/sessionBuilder.ts';

describe('The text of a tool result that the person excluded', () => {
  /** Compacts a session that contains some turns and a failed command, whose excluded output names a file. */
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

describe('The outcome of a call whose result the person excluded', () => {
  const edit = { id: 'c1', name: 'edit', args: { path: 'src/pier.ts', old_string: 'a', new_string: 'b' } };
  const shell = (command: string) => ({ id: 'c1', name: 'bash', args: { command } });
  const results: readonly (readonly [what: string, call: Call, text: string, noted: RegExp, not?: RegExp])[] =
    [
      [
        'an edit that the person refused',
        edit,
        'The person did not allow this: no',
        /pier\.ts → refused/u,
        /edited/u,
      ],
      [
        'an edit that failed',
        edit,
        'Error: string to replace not found',
        /pier\.ts → failed/u,
        /pier\.ts edited/u,
      ],
      ['an edit that was made', edit, 'Done.', /pier\.ts edited/u],
      [
        'a refused deletion',
        shell('rm src/pier.ts'),
        'The person did not allow this.',
        /rm src/u,
        /deleted/u,
      ],
      ['a failed command', shell('npm test'), 'The mole is broken.\nExit code: 1', /npm test → failed/u],
    ];
  for (const [what, call, text, noted, not = /mole/u] of results) {
    it(`is in the notes if the call was ${what}`, async () => {
      const engine = new EngineHarness({ strategy: STRATEGIES.summarize });
      const { builder } = engine;
      builder.user(`Build the pier. ${wordsOf(100)}`);
      builder.calls([call]);
      builder.exclude(builder.result('c1', text, { toolName: call.name ?? '' }));
      builder.turns(4, 50);
      await engine.compactor.compactNow();
      await settle();
      const notes = told(builder.context).join('\n');
      assert.match(notes, noted);
      assert.doesNotMatch(notes, not);
    });
  }
});

describe('A line that the person pasted from a tool result', () => {
  for (const what of ['result', 'call'] as const) {
    it(`is not a rule in the notes even if the person excluded the ${what}`, async () => {
      const engine = new EngineHarness({ strategy: STRATEGIES.summarize });
      const { builder } = engine;
      const [called, result] = builder.tool('read_file', { path: 'README.md' }, 'Never touch session.ts.');
      builder.user(`Never touch session.ts.\n${wordsOf(100)}`);
      builder.exclude(what === 'result' ? result : called);
      builder.turns(4, 50);
      await engine.compactor.compactNow();
      await settle();
      assert.doesNotMatch(told(builder.context).join('\n'), /## Rules/u);
    });
  }
});

describe('A message that the person excluded', () => {
  it('is not quoted in the brief for another session that continues its session', () => {
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
