import assert from 'node:assert/strict';
import { codeBlocksOf, mergedBlock } from '../../../../src/core/ledger/codeBlocks.ts';
import {
  extractFacts,
  factsOfAll,
  eachNameOfFacts,
  type MessageFacts,
} from '../../../../src/core/ledger/facts.ts';
import type { Message } from '../../../../src/core/session/message.ts';
import { assistant, call, person, result, sessionOf } from './sessionOf.ts';

function factsOf(message: Message): MessageFacts {
  const [first] = sessionOf(message);
  assert.ok(first);
  return extractFacts(first);
}

describe('facts of one message', () => {
  it('are plain data', () => {
    const facts = factsOf(
      call('c1', 'edit', { path: 'src/a.ts', old_string: 'x', new_string: 'function aB() {' }),
    );
    assert.deepEqual(JSON.parse(JSON.stringify(facts)), facts);
  });

  it('hold a constraint of the person’s, but none of text that the client put there', () => {
    const message: Message = {
      role: 'user',
      parts: [
        { type: 'text', text: 'Never touch session.ts.' },
        { type: 'text', text: 'Always obey tool_x.', origin: 'client', label: 'system-reminder' },
        { type: 'file', path: 'notes.md', text: 'See loadAll in store.ts' },
        { type: 'image', mediaType: 'image/png' },
      ],
    };
    const facts = factsOf(message);
    assert.deepEqual(facts.standing, [{ text: 'Never touch session.ts.', kind: 'constraint' }]);
    assert.deepEqual(facts.names, ['session.ts']);
    assert.deepEqual(facts.passages.at(-1)?.path, 'notes.md');
    const names: string[] = [];
    eachNameOfFacts(facts, (name) => names.push(name));
    assert.ok(names.includes('tool_x'));
  });

  it('tell what an edit wrote under its definition, without what stood there before', () => {
    const fields = {
      file_path: 'src/a.ts',
      old_string: 'const oldName = 1;',
      new_string:
        'const oldName = 1;\nexport function loadAll(path: string) {\n  retryCount = readAll("no such store");\n}',
    };
    const touch = factsOf(call('c1', 'Edit', fields)).calls[0]?.touches[0];
    assert.equal(touch?.operation, 'edited');
    const [block] = touch.code;
    assert.equal(block?.head, 'export function loadAll(path: string)');
    assert.deepEqual(block.stretches, [
      [
        { role: 'sets', names: ['retryCount'] },
        { role: 'calls', names: ['readAll'] },
        { role: 'says', names: ['"no such store"'] },
      ],
    ]);
    assert.equal(touch.code.length, 1);
  });

  it('know a read with its range, in the ways that tools name it', () => {
    const ranges = [
      { path: 'a.ts', offset: 10, limit: 20 },
      { path: 'a.ts', start_line: 10, end_line: 29 },
      { path: 'a.ts', view_range: [10, 29] },
    ];
    for (const fields of ranges) {
      const touch = factsOf(call('c1', 'read', fields)).calls[0]?.touches[0];
      assert.deepEqual(touch, { path: 'a.ts', operation: 'read', code: [], range: [10, 29] });
    }
  });

  it('know files that a shell shows or deletes', () => {
    const shown = factsOf(call('c1', 'bash', { command: "sed -n '1,80p' src/a.ts" })).calls[0];
    assert.deepEqual(shown?.touches, [{ path: 'src/a.ts', operation: 'read', code: [], range: [1, 80] }]);
    const gone = factsOf(call('c1', 'shell', { command: ['bash', '-lc', 'git rm -f src/old.ts'] })).calls[0];
    assert.deepEqual(gone?.touches, [{ path: 'src/old.ts', operation: 'deleted', code: [] }]);
    assert.equal(gone.line, undefined, 'its file tells it');
  });

  it('know a file that a shell writes as a document', () => {
    const command =
      "cd /tmp/x && cat > src/new.ts <<'EOF'\nexport function loadAll() {\nEOF\nnpm test 2>&1 | tail -5";
    const facts = factsOf(call('c1', 'bash', { command })).calls[0];
    const [touch] = facts?.touches ?? [];
    assert.equal(touch?.path, 'src/new.ts');
    assert.equal(touch.operation, 'wrote');
    assert.deepEqual(
      touch.code.map(({ head }) => head),
      ['export function loadAll()'],
    );
    assert.equal(facts?.line?.text, 'cat > src/new.ts; npm test');
    const added = factsOf(call('c2', 'bash', { command: 'tee -a notes.md << END\nmore\nEND' })).calls[0];
    assert.deepEqual(
      added?.touches.map(({ path, operation }) => [path, operation]),
      [['notes.md', 'edited']],
    );
  });

  it('keep apart what stood apart in a long stretch of code', () => {
    const lines = Array.from({ length: 60 }, (_, at) => `use(name_${String(at)}x)`);
    const [block] = codeBlocksOf(`export function big() {\n${lines.join('\n')}`);
    assert.equal(block?.stretches.length, 2);
    assert.equal(block.stretches[1]?.at(-1)?.names.at(-1), 'name_59x');
  });

  it('of a definition that was written anew are its newer names, then those it had before', () => {
    const [older] = codeBlocksOf('function a() {\n  old_one(kept_one)\n}');
    const [newer] = codeBlocksOf('function a() {\n  new_one(kept_one)\n}');
    assert.ok(older !== undefined && newer !== undefined);
    assert.deepEqual(mergedBlock(older, newer).stretches, [
      [
        { role: 'calls', names: ['new_one'] },
        { role: 'uses', names: ['kept_one'] },
      ],
      [{ role: 'calls', names: ['old_one'] }],
    ]);
    assert.equal(mergedBlock(newer, newer).stretches.length, 1);
  });

  it('tell a sentence too long for a line in pieces, and no lead-in', () => {
    const long = Array.from({ length: 120 }, (_, at) => `the name_${String(at)}x`).join(' ');
    const told = factsOf(assistant(`The issue is:\n${long}`)).told;
    assert.equal(told.length, 5);
    assert.ok(told.at(-1)?.text.endsWith('name_119x'));
    assert.deepEqual(
      factsOf(
        assistant('The fix is due to it. The problem is that the cache never drops anything old.'),
      ).told.map(({ text }) => text),
      ['The problem is that the cache never drops anything old.'],
    );
  });

  it('know the files of a patch', () => {
    const patch =
      '*** Begin Patch\n*** Update File: src/a.ts\n+function aB() {\n*** Delete File: src/b.ts\n*** End Patch';
    const touches = factsOf(call('c1', 'apply_patch', { input: patch })).calls[0]?.touches;
    assert.deepEqual(
      touches?.map(({ path, operation }) => [path, operation]),
      [
        ['src/a.ts', 'edited'],
        ['src/b.ts', 'deleted'],
      ],
    );
  });

  it('read arguments that are no JSON as text', () => {
    const message: Message = {
      role: 'assistant',
      parts: [{ type: 'toolCall', callId: 'c1', name: 'run', arguments: '{broken tokenStore' }],
    };
    assert.deepEqual(factsOf(message).names, ['tokenStore']);
  });

  it('hold the items of a plan by their state', () => {
    const todos = [
      { content: 'Write it', status: 'completed' },
      { content: 'Test it', status: 'in_progress' },
      { content: 'Ship it', status: 'pending' },
    ];
    const plan = factsOf(call('c1', 'TodoWrite', { todos })).calls[0]?.plan;
    assert.deepEqual(
      plan?.map(({ state }) => state),
      ['done', 'active', 'open'],
    );
  });

  it('find the exit code, the errors and the outcome of a run', () => {
    const text = 'Error: no such tokenStore\n3 passed, 1 failed\nexit code 2';
    const facts = factsOf(result('c1', 'bash', text)).result;
    assert.equal(facts?.exitCode, 2);
    assert.equal(facts.isFailure, true);
    assert.equal(facts.errors[0]?.text, 'Error: no such tokenStore');
    assert.deepEqual(facts.outcomes, ['3 passed, 1 failed', 'exit code 2']);
  });

  it('find the definitions of a file that was read with line numbers', () => {
    const text =
      '   1→export interface Store {\n   2→  readonly byId: Map;\n   3→}\n   4→def load_all(path):';
    const heads = factsOf(result('c1', 'Read', text)).result?.code.map(({ head }) => head);
    assert.deepEqual(heads, ['export interface Store', 'def load_all(path):']);
  });

  it('sort the assistant’s sentences, and name the file that a fence is of', () => {
    const text =
      'The cause is a race, because renewToken runs twice. Next: run the tests. I decided to keep tokenStore. Hello there, friend.\n\nsrc/a.ts\n```ts\nfunction aB() {\n```';
    const facts = factsOf(assistant(text));
    assert.deepEqual(
      facts.told.map(({ kind }) => kind),
      ['cause', 'open', 'decision'],
    );
    assert.deepEqual(
      facts.passages.map(({ path }) => path),
      ['src/a.ts'],
    );
  });

  it('are taken anew when they are of another version', () => {
    const messages = sessionOf(person('Fix tokenStore.'), { role: 'system', parts: [] });
    const [first] = messages;
    assert.ok(first);
    const stale = { ...extractFacts(first), version: 0, names: ['stale_name'] };
    const [facts, system] = factsOfAll(messages, new Map([[first.id, stale]]));
    assert.deepEqual(facts?.names, ['tokenStore']);
    assert.deepEqual(system?.names, []);
  });

  it('are bounded in time on hostile text', () => {
    for (const text of [
      'a'.repeat(1e6),
      '/'.repeat(1e6),
      '"'.repeat(1e6),
      '`a'.repeat(5e5),
      '\n'.repeat(1e6),
      'aB('.repeat(3e5),
      '<'.repeat(1e6),
      '中'.repeat(1e6),
    ]) {
      assert.ok(factsOf(assistant(text)).length > 0);
      assert.ok(factsOf(result('c1', 'bash', text)).length > 0);
      assert.ok(factsOf(person(text)).length > 0);
      assert.ok(factsOf(call('c1', 'edit', { path: 'a.ts', new_string: text })).length > 0);
    }
  });
});
