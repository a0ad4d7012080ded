import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import type { Memory } from '../../../../src/core/ports.ts';
import type { WorkspaceMemories } from '../../../../src/extension/memories/workspaceMemories.ts';
import { exclusionGlobs } from '../../../../src/extension/tools/exclusions.ts';
import { globMatcher } from '../../../../src/extension/tools/globMatcher.ts';
import { memorySearch } from '../../../../src/extension/tools/memorySearch.ts';
import { numberedLines } from '../../../../src/extension/tools/numberedLines.ts';

describe('the numbered lines of a file', () => {
  const shown = async (text: string, first = 1, last?: number): Promise<readonly string[]> =>
    (await numberedLines(text, { path: 'a', first, last }, new SecretRedactor())).split('\n');

  for (const [what, text, first, last, lines] of [
    ['a whole line of 2,000 characters', 'x'.repeat(2_000), 1, undefined, [`1\t${'x'.repeat(2_000)}`]],
    [
      'the first 2,000 characters of a line of 2,001 characters',
      'x'.repeat(2_001),
      1,
      undefined,
      [`1\t${'x'.repeat(2_000)}…`],
    ],
    [
      'no half of a surrogate pair',
      `${'x'.repeat(1_999)}😀`,
      1,
      undefined,
      [`1\t${'x'.repeat(1_999)}\uFFFD…`],
    ],
    ['lines with Windows line breaks', 'a\r\nb\r\n', 1, undefined, ['1\ta', '2\tb']],
    ['an empty line before the last line break', 'a\n\n', 1, undefined, ['1\ta', '2\t']],
    ['one empty line if the file contains only a line break', '\n', 1, undefined, ['1\t']],
    ['only the last line', 'a\nb', 2, undefined, ['2\tb']],
    ['only existing lines if the range is longer than the file', 'a\nb', 1, 9, ['1\ta', '2\tb']],
    [
      'only the requested line of several, and where to continue',
      'a\nb\nc',
      2,
      2,
      ['2\tb', '[lines 2-2 of 3 of a; go on with startLine 3]'],
    ],
    [
      'the number of lines in the file if the range begins after the end of the file',
      'a\nb\n',
      3,
      undefined,
      ['[a has 2 lines; line 3 is after its end]'],
    ],
  ] as const) {
    it(`show ${what}`, async () => {
      assert.deepEqual(await shown(text, first, last), lines);
    });
  }

  it('have at most 48,000 characters, including line numbers and line breaks', async () => {
    // The number, tab and line break are included: each of the 24 lines then has 2,000 characters, 48,000 in total.
    const line = (length: number): string => 'x'.repeat(length);
    const lines = Array.from({ length: 24 }, (_, at) => line(1_997 - (at < 9 ? 0 : 1)));
    assert.equal((await shown(lines.join('\n'))).length, 24);
    const over = [...lines.slice(0, -1), line(1_997)].join('\n');
    assert.equal((await shown(over)).at(-1), '[lines 1-23 of 24 of a; go on with startLine 24]');
  });
});

describe('the globs of excluded files', () => {
  for (const [line, globs] of [
    ['dist//', ['**/dist']],
    ['  dist  ', ['**/dist']],
    ['**/dist', ['**/**/dist']],
    ['a/b', ['a/b']],
    ['**/a/b', ['**/a/b']],
    ['/dist', ['dist']],
    ['a{b', []],
    ['a,b', []],
    ['a#', ['**/a#']],
    ['a!', ['**/a!']],
  ] as const) {
    it(`are ${globs.length === 0 ? 'not ' : ''}made from a line of .gitignore: ${line}`, () => {
      assert.deepEqual(
        exclusionGlobs([], `# x\r\n${line}\r\n`).slice(2),
        globs.flatMap((glob) => [glob, `${glob}/**`]),
      );
    });
  }

  it('are made from the first 200 lines of .gitignore, without duplicates and without braces', () => {
    const lines = Array.from({ length: 201 }, (_, at) => `f${at}`).join('\n');
    const globs = exclusionGlobs([{ '**/f0': true, '*.{a,b}': true }], `f0\n${lines}`);
    assert.equal(globs.filter((glob) => glob === '**/f0').length, 1);
    assert.deepEqual(globs.slice(-2), ['**/f198', '**/f198/**']);
    assert.equal(
      globs.some((glob) => glob.includes('{')),
      false,
    );
  });
});

describe('a glob pattern', () => {
  for (const [glob, matched, others] of [
    ['a{}b', ['ab'], ['a{}b']],
    ['a{,x}b', ['ab', 'axb'], ['ayb']],
    ['[ab]c', ['ac', 'bc'], ['cc', '[ab]c']],
    ['[!a]', ['b', '!'], ['a']],
    ['[!]', ['a', '!'], ['', 'ab']],
    ['x[a-c-]', ['xb', 'x-'], ['xd']],
    ['[b-d]', ['b', 'd'], ['a', 'e']],
    ['a**b', ['ab', 'axxb'], ['a/b']],
    ['**', ['a', 'a/b'], []],
  ] as const) {
    it(`matches paths by the rules of the editor’s globs: ${glob}`, () => {
      const { matches } = globMatcher(glob);
      assert.deepEqual([matched.filter(matches), others.filter(matches)], [[...matched], []]);
    });
  }

  it('can have at most 2,000 characters, counted together with all its brace expansions', () => {
    assert.doesNotThrow(() => globMatcher('a'.repeat(2_000)));
    assert.throws(() => globMatcher('a'.repeat(2_001)));
    // The glob and its three expansions count together: four times the letters, and the four characters of `{,,}`.
    const glob = (letters: number): string => `{,,}${'a'.repeat(letters)}`;
    assert.doesNotThrow(() => globMatcher(glob(499)));
    assert.throws(() => globMatcher(glob(500)));
  });

  it('is passed to the editor only if the pattern has at most four wildcards; ** is one wildcard', () => {
    assert.deepEqual(
      ['*a*a*a*', '*a*a*a*a*', '**a**a**a**'].map((glob) => globMatcher(glob).isQuick),
      [true, false, true],
    );
  });
});

describe('the result of a search for memories', () => {
  const memory = (at: number): Memory => ({
    id: `y${at}`,
    type: 'fact',
    text: `fact ${at}`,
    at,
    sessionId: 's',
  });

  async function found(query: unknown, memories: readonly Memory[]): Promise<readonly [string, boolean]> {
    const asked: unknown[] = [];
    const search = (...given: unknown[]): readonly Memory[] => {
      asked.push(...given);
      return memories;
    };
    const tool = memorySearch({ search } as unknown as WorkspaceMemories);
    const { text, isError } = await tool.run({ query }, neverCancelled);
    if (!isError) assert.deepEqual(asked, [query, 20]);
    return [text, isError];
  }

  it('has a line for each memory, with the memory’s kind and day', async () => {
    const day = Date.UTC(2031, 4, 6, 23, 59);
    assert.deepEqual(await found('tabs', [memory(0), memory(day)]), [
      `- fact (1970-01-01): fact 0\n- fact (2031-05-06): fact ${day}`,
      false,
    ]);
  });

  it('says that no memory was found, and that an empty query is invalid', async () => {
    assert.deepEqual(await found('tabs', []), ['[no memory is about tabs]', false]);
    const [text, isError] = await found('', []);
    assert.deepEqual(
      [text.split(':')[0], isError],
      ["memory_search was called with arguments that don't fit. query", true],
    );
  });
});
