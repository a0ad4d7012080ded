import assert from 'node:assert/strict';
import { argumentViews, writtenSize, diffOf } from '../../../../src/extension/chat/argumentViews.ts';
import type { ToolCallPart } from '../../../../src/core/log/message.ts';
import type { ArgumentView } from '../../../../src/shared/protocol.ts';

const callWith = (name: string, given: unknown): ToolCallPart => ({
  type: 'toolCall',
  callId: 'c1',
  name,
  arguments: typeof given === 'string' ? given : JSON.stringify(given),
});

const viewsOf = (name: string, given: unknown): readonly ArgumentView[] =>
  argumentViews(callWith(name, given));

describe('the arguments of a call', () => {
  it('have one line for each argument if the values are short, but no line for null', () => {
    assert.deepEqual(viewsOf('read_file', { path: 'src/a.ts', startLine: 4, isWhole: false, only: null }), [
      { kind: 'path', name: 'path', text: 'src/a.ts' },
      { kind: 'value', name: 'startLine', text: '4' },
      { kind: 'value', name: 'isWhole', text: 'false' },
    ]);
    assert.deepEqual(viewsOf('todo', { items: ['a', 'b'] }), [
      { kind: 'value', name: 'items', text: 'a, b' },
    ]);
  });

  it('show a command line only if a shell gets the command as a string or a list of strings', () => {
    const command = { kind: 'command', name: 'command', text: 'npm test' };
    for (const given of ['npm test', ['npm', 'test'], ['bash', '-lc', 'npm test']]) {
      assert.deepEqual(viewsOf('run_command', { command: given }), [command]);
    }
    assert.equal(viewsOf('shell', { cmd: { run: 1 } })[0]?.kind, 'text');
    assert.equal(viewsOf('str_replace_editor', { command: 'view' })[0]?.kind, 'value');
  });

  it('show edits and patches as diffs', () => {
    const given = { file_path: 'src/a.ts', old_string: 'a\nb\nc', new_string: 'a\nB\nc', replace_all: true };
    assert.deepEqual(viewsOf('Edit', given), [
      { kind: 'path', name: 'file_path', text: 'src/a.ts' },
      { kind: 'text', name: 'change', text: ' a\n-b\n+B\n c', language: 'diff' },
      { kind: 'value', name: 'replace_all', text: 'true' },
    ]);
    const edits = [
      { oldText: 'a', newText: 'b' },
      { oldText: 'c', newText: '' },
    ];
    assert.deepEqual(
      viewsOf('multi_edit', { edits }).map(({ name, text }) => [name, text]),
      [
        ['change 1', '-a\n+b'],
        ['change 2', '-c'],
      ],
    );
    const replacements = ['a.ts', 'b.ts'].map((filePath) => ({ filePath, oldString: 'a', newString: 'b' }));
    assert.deepEqual(
      viewsOf('multi_replace_string_in_file', { replacements }).map(({ name }) => name),
      ['change 1 in a.ts', 'change 2 in b.ts'],
    );
    const diff = '------- SEARCH\na\n=======\nb\n+++++++ REPLACE';
    assert.equal(viewsOf('replace_in_file', { path: 'a.ts', diff })[1]?.text, '-a\n+b');
    assert.equal(viewsOf('apply_patch', { input: '*** Begin Patch\n+a' })[0]?.language, 'diff');
  });

  it('show a long text as a block, in the language of its file', () => {
    assert.deepEqual(viewsOf('write_file', { path: 'a.py', content: 'x = 1\ny = 2' })[1], {
      kind: 'text',
      name: 'content',
      text: 'x = 1\ny = 2',
      language: 'py',
    });
    assert.deepEqual(viewsOf('ask', { prompt: 'word '.repeat(100) })[0]?.kind, 'text');
  });

  it('show nested values as formatted JSON and cut-off JSON as plain text, but nothing if the call has no arguments', () => {
    for (const options of [{ depth: 2 }, [{ depth: 2 }], [null, { depth: 2 }]]) {
      assert.deepEqual(viewsOf('other', { options }), [
        { kind: 'text', name: 'options', text: JSON.stringify(options, undefined, 2), language: 'json' },
      ]);
    }
    assert.deepEqual(viewsOf('other', '{"path": "a'), [
      { kind: 'text', name: 'arguments', text: '{"path": "a' },
    ]);
    assert.deepEqual([viewsOf('other', {}), viewsOf('other', '')], [[], []]);
  });
});

describe('the size of a call’s file change', () => {
  for (const [given, size] of [
    [{ old_str: 'a\nb', new_str: 'a\nc\nd' }, '+2 −1'],
    [{ patch: '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1,2 @@\n-a\n+b\n+c' }, '+2 −1'],
    [{ old_string: '-- a\nb', new_string: '++ c' }, '+1 −2'],
    [{ old_string: '-- a', new_string: '++ c' }, '+1 −1'],
    [{ diff: '--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1 @@\n--- a\n-b\n+c' }, '+1 −2'],
    [{ path: 'a.ts', content: 'a\nb\nc\n' }, '3 lines'],
    [{ path: 'a.ts' }, undefined],
  ] as const) {
    it(`is ${size ?? 'unknown'} for a call with ${Object.keys(given).join(' and ')}`, () => {
      assert.equal(writtenSize(callWith('edit', given)), size);
    });
  }
});

describe('a diff', () => {
  for (const [before, after, diff] of [
    ['', 'a\nb\n', '+a\n+b'],
    ['a\nb', '', '-a\n-b'],
    ['a', 'a\na', ' a\n+a'],
    ['a\na', 'a', ' a\n-a'],
    ['a\r\nb', 'a\nc', ' a\n-b\n+c'],
    ['a', 'a', ' a'],
    ['a\nb\nc\nd', 'A\nb\nc\nD', '-a\n+A\n b\n c\n-d\n+D'],
  ] as const) {
    it(`of ${JSON.stringify(before)} and ${JSON.stringify(after)} marks only the lines that differ`, () => {
      assert.equal(diffOf(before, after), diff);
    });
  }

  it('of long texts without a common line removes all old lines and adds all new lines', () => {
    const lines = (mark: string): string =>
      Array.from({ length: 9_000 }, (_, at) => `${mark}${at}`).join('\n');
    const diff = diffOf(lines('a'), lines('b')).split('\n');
    assert.deepEqual([diff.length, diff[0], diff.at(-1)], [18_000, '-a0', '+b8999']);
  });
});
