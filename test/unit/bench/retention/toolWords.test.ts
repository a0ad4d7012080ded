import assert from 'node:assert/strict';
import { commandIn, inputOf, pathIn, toolKindOf } from '../../../bench/retention/rows/peers/toolWords.ts';

describe('recorded tool calls', () => {
  const kinds = {
    Read: 'read',
    read_file: 'read',
    Edit: 'edit',
    apply_patch: 'edit',
    Write: 'write',
    Bash: 'shell',
    Grep: 'other',
    TodoWrite: 'other',
  };
  for (const [name, kind] of Object.entries(kinds)) {
    it(`to ${name} have the kind ${kind}`, () => {
      assert.equal(toolKindOf(name), kind);
    });
  }

  it('have a path or a command in one of the usual fields, or a path in a patch', () => {
    assert.equal(pathIn(inputOf('{"file_path":"a.ts"}')), 'a.ts');
    assert.equal(pathIn(inputOf('*** Begin Patch\n*** Update File: src/b.ts\n')), 'src/b.ts');
    assert.equal(pathIn(inputOf('{}')), undefined);
    assert.equal(commandIn(inputOf('{"command":["bash","-lc","ls"]}')), 'bash -lc ls');
    assert.equal(commandIn(inputOf('{"cmd":"ls"}')), 'ls');
  });
});
