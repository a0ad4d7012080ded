import assert from 'node:assert/strict';
import { groupMessages } from '../../../../src/core/context/groups.ts';
import {
  argumentsOf,
  callOf,
  mainArgument,
  pathArgument,
  toolKindOf,
  type ToolKind,
} from '../../../../src/core/context/toolKinds.ts';
import type { ToolCallPart } from '../../../../src/core/session/message.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

function call(name: string, args: unknown = {}): ToolCallPart {
  return {
    type: 'toolCall',
    callId: 'c',
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
  };
}

describe('The kind of a tool', () => {
  const kinds: readonly (readonly [ToolKind, ToolCallPart])[] = [
    ['read', call('read_file', { path: 'a.ts' })],
    ['read', call('cat')],
    ['read', call('str_replace_editor', { command: 'view', path: 'a.ts' })],
    ['write', call('str_replace_editor', { command: 'create', path: 'a.ts' })],
    ['write', call('apply_patch')],
    ['search', call('Grep')],
    ['list', call('ls')],
    ['list', call('list_files')],
    ['web', call('WebFetch')],
    ['test', call('run_tests')],
    ['test', call('Bash', { command: 'npm test -- --watch=false' })],
    ['test', call('shell', { command: ['pytest', '-q'] })],
    ['diff', call('Bash', { command: 'git diff HEAD~1' })],
    ['diff', call('show_diff')],
    ['shell', call('exec', 'not json')],
    ['other', call('remember')],
  ];
  for (const [kind, one] of kinds) {
    it(`is ${kind} for ${one.name} ${one.arguments}`, () => {
      assert.equal(toolKindOf(one), kind);
    });
  }
});

describe('A call’s arguments', () => {
  it('are read where they are an object, and are none where they are not', () => {
    const one = call('x', { a: 1 });
    assert.deepEqual(argumentsOf(one), { a: 1 });
    assert.equal(argumentsOf(one), argumentsOf(one));
    assert.deepEqual([argumentsOf(call('x', '[1]')), argumentsOf(call('x', '{"a'))], [{}, {}]);
    assert.deepEqual([argumentsOf(call('x', 'null')), argumentsOf(call('x', '3'))], [{}, {}]);
  });

  it('name the file under any of its usual names', () => {
    assert.equal(pathArgument(call('x', { file_path: 'a.ts' })), 'a.ts');
    assert.equal(pathArgument(call('x', { notebook_path: 'n.ipynb' })), 'n.ipynb');
    assert.equal(pathArgument(call('x', { path: '' })), undefined);
  });

  it('tell in one line what the call was about', () => {
    assert.equal(mainArgument(call('x', { limit: 3, command: 'npm\n  run build' })), 'npm run build');
    assert.equal(mainArgument(call('x', { odd: 'this then' })), 'this then');
    assert.equal(mainArgument(call('x', { n: 1 })), '');
    assert.equal(mainArgument(call('x', { command: 'word '.repeat(30) }), 12), 'word word …');
    assert.equal(mainArgument(call('x', { command: 'x'.repeat(30) }), 12), `${'x'.repeat(12)} …`);
  });

  it('are found by the result that answers the call', () => {
    const builder = new SessionBuilder();
    builder.calls([{ id: 'a' }, { id: 'b', name: 'ls' }]);
    const [group] = groupMessages(builder.session.messages);
    assert.ok(group !== undefined);
    assert.equal(callOf(group, 'b')?.name, 'ls');
    assert.equal(callOf(group, 'z'), undefined);
  });
});
