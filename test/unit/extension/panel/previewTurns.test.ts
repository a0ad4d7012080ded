import assert from 'node:assert/strict';
import { atOnce } from '../../../../src/core/steps.ts';
import { previewView } from '../../../../src/extension/panel/previewView.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';

describe('The turns in a preview', () => {
  it('say why a message stays: it is pinned, your newest, or a question that waits for your answer', () => {
    const { builder, account, compactor } = new EngineHarness({
      settings: { ...smallSettings, keepRecentMessages: 2, recordTokens: 400 },
      usableTokens: 20_000,
    });
    builder.user('Mend the parser.');
    builder.tool('read_file', { path: 'src/parser.ts' }, wordsOf(900, 'line'));
    builder.says(wordsOf(300, 'thought'));
    builder.user('And now?');
    builder.calls([{ id: 'q1', name: 'ask_user', args: { question: 'Metres or feet?' } }]);
    builder.pin('m1');
    assert.ok(compactor);
    const found = atOnce(compactor.preview());
    const price = { input: 3, cachedInput: 0.3, output: 15 };
    const { context } = builder;
    const { turns } = previewView({ key: 'preview1', found, context, account, wishes: {}, price });
    assert.deepEqual(turns.flatMap(({ groups }) => groups.map(({ fixed }) => fixed)).filter(Boolean), [
      'pinned',
      'your newest message',
      'waits for your answer',
    ]);
  });
});
