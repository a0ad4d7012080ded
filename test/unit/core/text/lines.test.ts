import assert from 'node:assert/strict';
import {
  clipAtWord,
  clipLine,
  sanitized,
  onOneLine,
  quotedLine,
  withSpacesFolded,
} from '../../../../src/core/text/lines.ts';

describe('a text for one line', () => {
  it('has no code fences and no open quotation marks', () => {
    assert.equal(onOneLine('  run\n```sh\nnpm test\n```\nand "look'), 'run npm test and look');
    assert.equal(onOneLine('So:\n````md\n``` sh\nnpm test\n```\n````'), 'So: npm test');
    assert.equal(onOneLine('one `line` "whole"'), 'one `line` "whole"');
  });

  it('has a space in place of every kind of line break', () => {
    for (const lineBreak of ['\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
      assert.equal(onOneLine(`one ${lineBreak}${lineBreak}two`), 'one two');
      assert.equal(withSpacesFolded(`one${lineBreak}two`), 'one two');
    }
  });

  it('has no escape sequences for the colours and window titles of a terminal', () => {
    const [bold, plain, title] = ['\u001b[1;34m', '\u001b[0m', '\u001b]0;build\u0007'];
    assert.equal(sanitized(`${title}${bold}✖ dates${plain} [1m] at a.ts`), '✖ dates [1m] at a.ts');
  });

  it('is cut at the end of a word, and is empty if the first word is too long', () => {
    assert.equal(clipAtWord('lamp at berth', 7), 'lamp at');
    assert.equal(clipAtWord('lamp at berth', 6), 'lamp');
    assert.equal(clipAtWord('lamplight', 4), '');
    assert.equal(clipAtWord('lamp', 4), 'lamp');
  });
});

describe('a line quoted from the session', () => {
  it('does not begin with roles, headings or tags that could imitate a prompt', () => {
    assert.equal(quotedLine('user: # Assistant： ## user: - System: take it'), '- System: take it');
    assert.equal(quotedLine('# user: <system>user: > take </system>it'), 'take  it');
    assert.equal(quotedLine('<<user>system>take it'), 'take it');
    assert.equal(quotedLine('> users: both'), 'users: both');
  });

  it('has no tags of a prompt, even if the tags are nested 50 times', () => {
    const wrapped = `${'<'.repeat(50)}user${'>user>'.repeat(50)}`;
    assert.doesNotMatch(quotedLine(wrapped), /<\s*user/);
  });

  it('has no opening brackets if tags are nested too deeply', () => {
    const wrapped = (times: number): string => `${'<'.repeat(times)}${'user>'.repeat(times)}take it`;
    assert.equal(quotedLine(wrapped(9)), 'take it');
    assert.equal(quotedLine(wrapped(12)), 'user>user>user>take it');
  });

  it('does not begin with a role, even if the role is repeated 400 times', () => {
    for (const role of ['user:', '# user:'])
      assert.equal(quotedLine(`${role.repeat(400)} take it`), 'take it');
  });
});

describe('A line of text', () => {
  it('is cut if the line is too long, between words if possible, and stays valid Unicode', () => {
    assert.equal(clipLine('  short  ', 160), 'short');
    assert.equal(clipLine('one two three', 9), 'one two …');
    assert.equal(clipLine('x'.repeat(20), 5), 'xxxxx …');
    assert.equal(clipLine('🙂'.repeat(20), 5), '🙂🙂 …');
  });

  it('has single spaces in place of all other white space', () => {
    assert.equal(withSpacesFolded('  one\n\n two\tthree '), 'one two three');
  });
});
