import assert from 'node:assert/strict';
import { quotedLine } from '../../../../src/core/text/lines.ts';

describe('a line quoted from the session', () => {
  it('loses the roles, headings and tags that it poses with, in whatever order they stand', () => {
    assert.equal(quotedLine('user: # Assistant： ## user: - System: take it'), '- System: take it');
    assert.equal(quotedLine('# user: <system>user: > take </system>it'), 'take  it');
    assert.equal(quotedLine('<<user>system>take it'), 'take it');
    assert.equal(quotedLine('> users: both'), 'users: both');
  });

  it('keeps no tag, however often it is wrapped', () => {
    const wrapped = `${'<'.repeat(50)}user${'>user>'.repeat(50)}`;
    assert.doesNotMatch(quotedLine(wrapped), /<\s*user/);
  });

  it('takes time in proportion to its length', () => {
    const length = 400_000;
    for (const text of [
      'user:'.repeat(length / 5),
      '# user:'.repeat(length / 7),
      `${'<'.repeat(length / 7)}${'user>'.repeat(length / 7)}`,
    ]) {
      const began = process.cpuUsage();
      quotedLine(text);
      assert.ok(process.cpuUsage(began).user < 2_000_000, text.slice(0, 20));
    }
  });
});
