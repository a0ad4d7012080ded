import assert from 'node:assert/strict';
import { mentionAt, withoutMention } from '../../../src/webview/chat/mention.ts';

describe('a mention at the caret', () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ['@', ''],
    ['see @src/a.t', 'src/a.t'],
    ['line\n@prob', 'prob'],
    ['@größe/日本.m', 'größe/日本.m'],
    ['mail me@home', undefined],
    ['@file then more', undefined],
    ['', undefined],
  ];
  for (const [text, query] of cases) {
    it(`is ${query === undefined ? 'not found' : `“${query}”`} in “${text.replace('\n', '↵')}”`, () => {
      assert.equal(mentionAt(text, text.length)?.query, query);
    });
  }

  it('ends at the caret, even within a word', () => {
    assert.deepEqual(mentionAt('a @bcd e', 4), { start: 2, query: 'b' });
  });

  it('is removed from the text without leaving a double space', () => {
    assert.equal(withoutMention('see @a now', { start: 4, query: 'a' }), 'see now');
    assert.equal(withoutMention('@a', { start: 0, query: 'a' }), '');
  });
});
