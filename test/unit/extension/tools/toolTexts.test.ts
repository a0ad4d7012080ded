import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { exclusionGlobs, exclusionsOf } from '../../../../src/extension/tools/exclusions.ts';
import { inTurns } from '../../../../src/extension/tools/inTurns.ts';
import { numberedLines } from '../../../../src/extension/tools/numberedLines.ts';
import { CountedTurns } from '../../../support/countedTurns.ts';

const BEGIN = '-----BEGIN RSA PRIVATE KEY-----';
const END = '-----END RSA PRIVATE KEY-----';
const body = Array.from(
  { length: 6 },
  (_, at) => `MIIEpAIBAAKCAQEA${String(at)}bXl0b3duaGFyYm91cmxvZ0tleU1hdGVyaWFs`,
);

describe('numbered lines', () => {
  const redactor = new SecretRedactor();
  const whole = { path: 'a.ts', first: 1, last: undefined };

  it('begin with their number and a tab', async () => {
    assert.equal(await numberedLines('one\ntwo\n', whole, redactor), '1\tone\n2\ttwo');
  });

  it('say that a file is empty', async () => {
    assert.equal(await numberedLines('', whole, redactor), '[a.ts is empty]');
  });

  it('say that the range begins after the end of the file', async () => {
    assert.match(
      await numberedLines('one', { ...whole, first: 7 }, redactor),
      /has 1 line; line 7 is after its end/,
    );
  });

  it('say that the range ends before its first line', async () => {
    assert.equal(
      await numberedLines('a\nb\nc', { path: 'a.ts', first: 3, last: 2 }, redactor),
      '[line 3 is after line 2, the end of the range]',
    );
  });

  it('say how to continue if more lines follow the range', async () => {
    const text = 'a\nb\nc';
    assert.equal(
      await numberedLines(text, { path: 'a.ts', first: 1, last: 2 }, redactor),
      '1\ta\n2\tb\n[lines 1-2 of 3 of a.ts; go on with startLine 3]',
    );
  });

  it('contain only the beginning of a line of a million characters', async () => {
    assert.ok((await numberedLines('x'.repeat(1_000_000), whole, redactor)).length < 3_000);
  });

  it('reach the end of the file if each range begins at the line that the previous result says to go on with', async () => {
    const text = Array.from({ length: 9_000 }, (_, index) => `this is line ${index + 1}`).join('\n');
    let first = 1;
    let pieces = 0;
    for (;;) {
      const piece = await numberedLines(text, { path: 'a', first, last: undefined }, redactor);
      pieces += 1;
      const next = /go on with startLine (\d+)\]$/.exec(piece)?.[1];
      if (next === undefined) break;
      assert.ok(Number(next) > first);
      first = Number(next);
    }
    assert.ok(pieces > 1);
  });

  it('contain a mark in place of a secret that the end of a shortened line cuts in two, and whole secrets as they are', async () => {
    const line = `password = "vT9#qLw2!xZr" ${'x'.repeat(1_960)} ghp_${'A1b2C3d4E5'.repeat(3)}f6G7h8 ${'y'.repeat(99)}`;
    const text = await numberedLines(line, whole, redactor);
    assert.match(text, /^1\tpassword = "vT9#qLw2!xZr" x+ \[secret: [^\]]+\]…$/u);
  });

  it('contain a mark for each line of a private key that begins before the range and ends after the range', async () => {
    const key = [BEGIN, ...body, END];
    const text = await numberedLines(
      ['a', ...key, 'b'].join('\n'),
      { ...whole, first: 4, last: 5 },
      redactor,
    );
    assert.match(text, /^4\t\[secret: [^\]]+\]\n5\t\[secret: [^\]]+\]\n\[lines 4-5 of 10/u);
  });

  it('contain a mark for each line of a private key, even if the key’s first line is missing', async () => {
    const lines = ['a', ...body, END, 'b'];
    const text = await numberedLines(lines.join('\n'), { ...whole, first: 3, last: 4 }, redactor);
    assert.match(text, /^3\t\[secret: [^\]]+\]\n4\t\[secret:/u);
  });

  it('contain a mark for the end of a private key that begins before the range and ends in a shortened line', async () => {
    const last = `${body[1] ?? ''}${END} ${'y'.repeat(2_100)}`;
    const text = await numberedLines([BEGIN, body[0], last].join('\n'), { ...whole, first: 3 }, redactor);
    assert.match(text, /^3\t\[secret: [^\]]+\] y+…$/u);
  });
});

describe('the exclusions of listings', () => {
  it('always contain Git’s folder and installed packages', () => {
    assert.deepEqual(exclusionGlobs([], ''), ['**/.git', '**/node_modules']);
  });

  it('contain only the patterns that are turned on in the settings', () => {
    const globs = exclusionGlobs([{ '**/out': true, '**/tmp': false, '**/*.js': { when: 'x' } }], '');
    assert.deepEqual(globs, ['**/.git', '**/node_modules', '**/out']);
  });

  it('ignore comments and exceptions of .gitignore, and apply a line with an inner slash only to the root folder', () => {
    const globs = exclusionGlobs([], '# built\ndist/\n/coverage/html\n!dist/keep\n\n*.log');
    assert.deepEqual(globs.slice(2), [
      '**/dist',
      '**/dist/**',
      'coverage/html',
      'coverage/html/**',
      '**/*.log',
      '**/*.log/**',
    ]);
  });

  it('contain no .gitignore line that excludes every file if another line begins with “!”', () => {
    for (const every of ['*', '/*', '**', '**/*', '*/', '*.*'])
      assert.deepEqual(exclusionGlobs([], `${every}\n!src\n!*.md\n*.log`).slice(2), [
        '**/*.log',
        '**/*.log/**',
      ]);
    assert.deepEqual(exclusionGlobs([], '*').slice(2), ['**/*', '**/*/**']);
  });

  it('match slow globs in Longthread instead of in the editor’s search, and ignore globs that are too long', () => {
    const slow = `${'*a'.repeat(30)}*b`;
    const { quickGlobs, leavesOut, leavesOutSlowly } = exclusionsOf(['**/dist', slow, 'x'.repeat(3_000)]);
    assert.deepEqual(quickGlobs, ['**/dist']);
    const hit = `${'a'.repeat(40)}b`;
    assert.deepEqual(['dist', hit, `${hit}/c.ts`, 'a.ts'].map(leavesOut), [true, true, false, false]);
    assert.deepEqual(['dist', hit, `${hit}/c.ts`, 'a.ts'].map(leavesOutSlowly), [false, true, true, false]);
  });

  it('are relative to the workspace folder, even if only one of its subfolders is listed', () => {
    const globs = ['src/made', 'made', '**/dist', '**/src/*.js', 's*/old/**', 'lib/*.c', 'src/*a*b*c*d*e'];
    const { quickGlobs, leavesOut, leavesOutSlowly } = exclusionsOf(globs, 'src');
    assert.deepEqual(quickGlobs, ['made', '**/dist']);
    const paths = ['a.js', 'b/src/a.js', 'b/a.js', 'old/a', 'lib/a.c', 'abcde/f', 'src/made/a'];
    const slowly = [true, true, false, true, false, true, false];
    assert.deepEqual(paths.map(leavesOutSlowly), slowly);
    assert.deepEqual(['made', 'a.js', 'lib/a.c', 'src/made', 'abcde'].map(leavesOut), [
      true,
      true,
      false,
      false,
      true,
    ]);
  });

  it('apply to the listing of an excluded folder only if they exclude a part of it, not the whole folder', () => {
    for (const line of [
      ...['dist', '/dist', 'dist/**', '/d*t/', 'dist/*', '/dist/*', 'dist/*/', 'dist/*.*', 'dist/**/*'],
      ...['**/dist/*', 'dist/*/**', 'dist/a/*', '*/a/*', '**/a/**/*', '*', '**', '*.*'],
    ]) {
      const { quickGlobs, leavesOut, leavesOutSlowly } = exclusionsOf(exclusionGlobs([], line), 'dist/a');
      assert.ok(!quickGlobs.includes('**'), line);
      for (const path of ['b.js', 'c/b.js'])
        assert.deepEqual([leavesOut(path), leavesOutSlowly(path)], [false, false], `${line}: ${path}`);
    }
    for (const glob of ['dist/*.map', '**/dist/*.map', 'dist/**/*.map', '**/*.map'])
      assert.equal(exclusionsOf([glob], 'dist').leavesOut('a.map'), true, glob);
    for (const glob of ['dist/b/*', 'dist/*/*', 'dist/b/**/*'])
      assert.equal(exclusionsOf([glob], 'dist').leavesOut('b/c.js'), true, glob);
    for (const glob of ['logs/*', '**/*', '**'])
      assert.equal(exclusionsOf([glob]).leavesOut('logs/a'), true, glob);
  });

  it('do not pass a glob with a comma to the editor’s search', () => {
    const { quickGlobs, leavesOutSlowly } = exclusionsOf(['**/dist', '**/a,b']);
    assert.deepEqual(quickGlobs, ['**/dist']);
    assert.deepEqual(['src/a,b', 'src/a', 'b'].map(leavesOutSlowly), [true, false, false]);
  });
});

describe('a long list processed with pauses', () => {
  const items = Array.from({ length: 20 }, (_, item) => item);
  let turns: CountedTurns;

  beforeEach(() => {
    turns = new CountedTurns(3);
  });
  afterEach(() => turns.stop());

  it('is complete and in order, with regular pauses', async () => {
    const taken: number[] = [];
    for await (const item of inTurns(items, { isCancellationRequested: false })) taken.push(item);
    assert.deepEqual(taken, items);
    assert.equal(turns.count, 5);
  });

  it('ends early if the processing is stopped during a pause', async () => {
    const stop = { isCancellationRequested: false };
    setImmediate(() => (stop.isCancellationRequested = true));
    const taken: number[] = [];
    for await (const item of inTurns(items, stop)) taken.push(item);
    assert.deepEqual(taken, [0, 1, 2]);
  });
});
