import assert from 'node:assert/strict';
import type { CompactionView } from '../../../../src/core/compaction/compactionView.ts';
import { compact } from '../../../../src/core/compaction/plan/compact.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import type { ReplacedMessage } from '../../../../src/core/log/entry.ts';
import { newestShortForm } from '../../../../src/core/tools/shortForm.ts';
import { planned } from '../../../support/planned.ts';
import { accountOf, SessionBuilder, smallSettings } from '../../../support/sessionBuilder.ts';

const LONG = Array.from({ length: 200 }, (_, line) => `export const depth${line} = ${line};`).join('\n');

/** Returns the replaced messages of a compaction that only shortens messages. */
function replacedIn({ session }: SessionBuilder): readonly ReplacedMessage[] {
  const strategy = { ...STRATEGIES.hybrid, passes: ['toolOutputs' as const] };
  const view: CompactionView = {
    ...{ session, strategy, account: accountOf(), settings: smallSettings },
    ...{ usableTokens: 1_000, usedTokens: 1_000 },
  };
  return planned(compact(view, { by: 'person' })).draft.replaced;
}

describe('The short form of a session’s newest message', () => {
  it('is reused as the same object by a compaction plan', () => {
    const builder = new SessionBuilder().turns(1);
    builder.calls([{ id: 'c1', name: 'write_file', args: { path: 'src/depth.ts', text: LONG } }]);
    const shortCall = newestShortForm(builder.session.messages);
    builder.result('c1', LONG);
    const stub = newestShortForm(builder.session.messages);
    builder.turns(12);
    const replaced = replacedIn(builder);
    assert.equal(replaced.length, 2);
    assert.ok(shortCall !== undefined && replaced.includes(shortCall));
    assert.ok(stub !== undefined && replaced.includes(stub));
    assert.match(stub.text, /^\[write_file src\/depth\.ts · .*recall m/u);
  });

  it('is not reused for a message with the same text but another id', () => {
    const builder = new SessionBuilder();
    builder.tool('read_file', { path: 'a.ts' }, LONG);
    const [call, result] = builder.session.messages;
    assert.ok(call !== undefined && result !== undefined);
    const [first, second] = ['m7', 'm9'].map((id) => newestShortForm([call, { ...result, id }]));
    assert.match(first?.text ?? '', /recall m7\]/u);
    assert.match(second?.text ?? '', /recall m9\]/u);
  });

  it('is undefined without a message, and for a person’s message, a short call and a result without a call', () => {
    const builder = new SessionBuilder();
    assert.equal(newestShortForm(builder.session.messages), undefined);
    builder.user(LONG);
    assert.equal(newestShortForm(builder.session.messages), undefined);
    builder.calls([{ id: 'c1', name: 'read_file', args: { path: 'a.ts' } }]);
    assert.equal(newestShortForm(builder.session.messages), undefined);
    builder.result('lost', LONG);
    assert.equal(newestShortForm(builder.session.messages), undefined);
  });
});
