import assert from 'node:assert/strict';
import { shownTexts } from '../../../../src/core/context/shownTexts.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

describe('A file’s contents in the context', () => {
  it('are unknown if no call read the file', () => {
    const builder = new SessionBuilder();
    builder.tool('read_file', { path: 'b.ts' }, '1\tother');
    builder.tool('write_file', { path: 'a.ts', content: 'text' }, 'Made a.ts and saved it.');
    assert.equal(shownTexts('a.ts', builder), undefined);
  });

  it('are the texts that calls read, wrote or changed', () => {
    const builder = new SessionBuilder();
    builder.tool('read_file', { path: './a.ts' }, '1\tone\n2\ttwo');
    builder.tool('read_file', { path: '/srv/app/a.ts' }, '2\ttwo');
    builder.tool('read_file', { path: 'sub/a.ts' }, '1\tanother file');
    builder.tool('edit_file', { path: 'a.ts', edits: [{ old_text: 'one', new_text: 'ONE' }] }, '1\tONE');
    assert.deepEqual(shownTexts('a.ts', builder), ['one\ntwo', 'two', 'ONE', 'ONE']);
  });

  it('are a stub if a compaction shortened the result of the read', () => {
    const builder = new SessionBuilder();
    const [, read] = builder.tool('read_file', { path: 'a.ts' }, '1\tone');
    builder.compaction({ replaced: [{ id: read, as: 'stub', text: `[read_file a.ts · recall ${read}]` }] });
    assert.deepEqual(shownTexts('a.ts', builder), [`[read_file a.ts · recall ${read}]`]);
  });

  it('do not include another file’s text if a provider reuses a call id', () => {
    const builder = new SessionBuilder();
    for (const [path, text] of [
      ['a.ts', '1\tmine'],
      ['b.ts', '1\tother'],
    ] as const) {
      builder.calls([{ id: 'c1', args: { path } }]);
      builder.result('c1', text);
    }
    assert.deepEqual(shownTexts('a.ts', builder), ['mine']);
  });
});
