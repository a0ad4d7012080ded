import assert from 'node:assert/strict';
import type { Wishes } from '../../../../src/core/compaction/compactionView.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';

type Call = readonly [tool: string, input: Readonly<Record<string, unknown>>, output?: string];

/** Returns the positions of the calls whose results are shortened by the pass `supersededReads` alone. */
async function shortened(calls: readonly Call[]): Promise<readonly number[]> {
  return [...(await stubsOf(calls)).keys()];
}

function harness(): EngineHarness {
  const strategy = { ...STRATEGIES.hybrid, passes: ['supersededReads'] as const };
  return new EngineHarness({ settings: { ...smallSettings, keepRecentMessages: 2 }, strategy });
}

/** Returns the texts that replace messages after a compaction. */
async function replacedIn(engine: EngineHarness): Promise<ReadonlyMap<string, string>> {
  engine.builder.turns(2, 5);
  await engine.compactor.compactNow();
  return new Map(engine.compactions.flatMap((made) => made.replaced.map(({ id, text }) => [id, text])));
}

/** Returns the stubs of the calls' results, by position. */
async function stubsOf(calls: readonly Call[]): Promise<ReadonlyMap<number, string>> {
  const engine = harness();
  engine.builder.user('Read it.');
  for (const [tool, input, output = wordsOf(60)] of calls) engine.builder.tool(tool, input, output);
  const replaced = await replacedIn(engine);
  return new Map(
    calls.flatMap((_, index) => {
      const text = replaced.get(`m${String(3 + 2 * index)}`);
      return text === undefined ? [] : [[index, text] as const];
    }),
  );
}

const FAILED = '<tool_use_error>String to replace not found.</tool_use_error>';
const SCRIPT = "cat > a.ts <<'E'\nx\nE\nnpm test";

const read = (input: Readonly<Record<string, unknown>> = {}, output = wordsOf(60)): Call => [
  'read_file',
  { path: 'a.ts', ...input },
  output,
];

/** Returns numbered lines, like the output of a tool that numbers lines and cuts a long file. */
const numbered = (first: number, last: number, mark = '\t', end = ''): string =>
  Array.from({ length: last - first + 1 }, (_, at) => `${String(first + at)}${mark}one two`).join('\n') + end;

describe('An earlier read of a file', () => {
  const rows: readonly [what: string, calls: readonly Call[], expected: readonly number[]][] = [
    ['when the whole file is read again', [read(), read()], [0]],
    [
      'when all lines of the earlier read are read again',
      [read({ offset: 1, limit: 300 }), read({ offset: 1, limit: 400 })],
      [0],
    ],
    [
      'when only some lines were read first and the whole file is read later',
      [read({ start_line: 5, end_line: 9 }), read()],
      [0],
    ],
    [
      'when other lines are read later',
      [read({ offset: 1, limit: 300 }), read({ offset: 300, limit: 300 })],
      [],
    ],
    ['when only a part of the file is read later', [read(), read({ view_range: [1, 40] })], []],
    ['when the later read begins at a later line and has no end', [read(), read({ offset: 600 })], []],
    ['when the later read has a limit but no start line', [read(), read({ limit: 20 })], []],
    [
      'when the later read ends at line -1, the end of the file',
      [read({ offset: 9, limit: 9 }), read({ view_range: [5, -1] })],
      [0],
    ],
    [
      'when the later read failed',
      [read(), ['read_file', { path: 'a.ts' }, '<tool_use_error>There is no such file.</tool_use_error>']],
      [],
    ],
    [
      'when the file is edited later',
      [read(), ['edit_file', { path: 'a.ts', old_string: 'a', new_string: 'b' }]],
      [0],
    ],
    [
      'when a later edit failed',
      [read(), ['edit_file', { path: 'a.ts', old_string: 'a', new_string: 'b' }, FAILED]],
      [],
    ],
    ['when a script edited the file and then failed', [read(), ['bash', { command: SCRIPT }, 'exit 1']], [0]],
    ['when the file is only moved', [read(), ['bash', { command: 'mv a.ts b.ts' }]], []],
    ['when another file is read later', [read(), read({ path: 'b.ts' })], []],
    [
      'when the numbered lines of the later result include all lines of the earlier result',
      [read({ startLine: 9, endLine: 40 }, numbered(9, 40)), read({}, numbered(1, 50))],
      [0],
    ],
    [
      'when the later result is cut before the lines of the earlier result',
      [
        read({ startLine: 90, endLine: 120 }, numbered(90, 120)),
        read({}, numbered(1, 60, '\t', '\n[lines 1-60 of 200 of a.ts; go on with startLine 61]')),
      ],
      [],
    ],
    [
      'when the later result has arrows after the line numbers and is cut before the lines of the earlier result',
      [read({ offset: 90, limit: 40 }, numbered(90, 129, '→')), read({}, numbered(1, 60, '→'))],
      [],
    ],
    [
      'when the later result is cut by a limit before the last lines of the earlier result, at the same start',
      [read({ offset: 1, limit: 300 }, numbered(1, 300)), read({}, numbered(1, 200))],
      [],
    ],
    [
      'when the later result shows all lines of the earlier result, at the same start',
      [read({ offset: 1, limit: 300 }, numbered(1, 150)), read({}, numbered(1, 200))],
      [0],
    ],
    [
      'when both results are cut at the same line',
      [read({}, numbered(1, 60)), read({}, numbered(1, 60))],
      [0],
    ],
  ];
  for (const [what, calls, expected] of rows) {
    it(`is ${expected.length > 0 ? '' : 'not '}shortened ${what}`, async () => {
      assert.deepEqual(await shortened(calls), expected);
    });
  }

  it('is not shortened if the context does not contain the whole result of the later read', async () => {
    const ways: readonly ((engine: EngineHarness, later: readonly [string, string]) => unknown)[] = [
      ({ builder }, [, target]) => builder.append({ kind: 'keptOut', target, text: 'one […] two' }),
      ({ builder }, [, target]) => builder.exclude(target),
      ({ builder }, [, id]) =>
        builder.compaction({ replaced: [{ id, as: 'stub', text: '[read_file a.ts]' }] }),
      (_, [id]) => ({ byMessage: new Map([[id, 'leftOut']]) }),
    ];
    for (const [index, way] of ways.entries()) {
      const engine = harness();
      engine.builder.user('Read it.');
      const [, first] = engine.builder.tool('read_file', { path: 'a.ts' }, wordsOf(60));
      const later = engine.builder.tool('read_file', { path: 'a.ts' }, wordsOf(60)) as [string, string];
      engine.builder.turns(2, 5);
      const wishes = way(engine, later);
      await engine.compactor.compactNow(typeof wishes === 'object' ? { wishes: wishes as Wishes } : {});
      const replaced = engine.compactions.flatMap((made) => made.replaced.map(({ id }) => id));
      assert.ok(!replaced.includes(first), `way ${String(index)}`);
    }
  });

  it('has a stub that lists names from the result if an edit comes next, but no names if a second read comes next', async () => {
    const text = `${wordsOf(200)} openLedger`;
    const first: Call = ['read_file', { path: 'a.ts' }, text];
    const edit: Call = ['edit_file', { path: 'a.ts', old_string: 'a', new_string: 'b' }];
    const again = await stubsOf([first, ['read_file', { path: 'a.ts' }, text]]);
    assert.doesNotMatch(again.get(0) ?? 'none', /none|names in it/u);
    const edited = await stubsOf([first, ['read_file', { path: 'a.ts' }, text], edit]);
    assert.doesNotMatch(edited.get(0) ?? 'none', /none|names in it/u);
    assert.match(edited.get(1) ?? '', /names in it: .*openLedger/u);
  });

  it('has a stub with names when the file was overwritten before the later read', async () => {
    const first: Call = ['read_file', { path: 'a.ts' }, `${wordsOf(200)} openLedger`];
    const write: Call = ['write_file', { path: 'a.ts', content: 'closeLedger' }];
    const stubs = await stubsOf([first, write, ['read_file', { path: 'a.ts' }, wordsOf(200)]]);
    assert.match(stubs.get(0) ?? '', /names in it: .*openLedger/u);
  });

  it('has a stub without names when the whole file is read again after a failed edit', async () => {
    const first: Call = ['read_file', { path: 'a.ts' }, `${wordsOf(200)} openLedger`];
    const edit: Call = ['edit_file', { path: 'a.ts', old_string: 'a', new_string: 'b' }, FAILED];
    const stubs = await stubsOf([first, edit, ['read_file', { path: 'a.ts' }, wordsOf(200)]]);
    assert.doesNotMatch(stubs.get(0) ?? 'none', /none|names in it/u);
  });

  it('has a stub with names when one message overwrites and reads the file', async () => {
    const engine = harness();
    engine.builder.user('Read it.');
    const [, first] = engine.builder.tool('read_file', { path: 'a.ts' }, `${wordsOf(200)} openLedger`);
    engine.builder.calls([
      { id: 'w', name: 'write_file', args: { path: 'a.ts', content: 'closeLedger' } },
      { id: 'r', args: { path: 'a.ts' } },
    ]);
    engine.builder.result('w', 'Written.', { toolName: 'write_file' });
    engine.builder.result('r', wordsOf(200));
    const text = (await replacedIn(engine)).get(first);
    assert.match(text ?? '', /names in it: .*openLedger/u);
  });
});
