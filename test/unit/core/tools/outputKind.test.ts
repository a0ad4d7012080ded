import assert from 'node:assert/strict';
import { outputKindOf, type OutputKind } from '../../../../src/core/tools/outputKind.ts';

describe('the kind of a result', () => {
  const kinds: readonly (readonly [OutputKind, string, unknown])[] = [
    ['read', 'read_file', { path: 'a.ts' }],
    ['read', 'str_replace_editor', { command: 'view', path: 'a.ts' }],
    ['write', 'str_replace_editor', { command: 'create', path: 'a.ts' }],
    ['edit', 'apply_patch', {}],
    ['search', 'findTestFiles', {}],
    ['web', 'WebSearch', { query: 'test' }],
    ['test', 'run_tests', {}],
    ['test', 'Bash', { command: 'cd lamp && npm test -- --watch=false' }],
    ['test', 'Bash', { command: 'npm run test:unit 2>&1 | tail -5' }],
    ['test', 'Bash', { command: 'PYTHONPATH=. node_modules/.bin/mocha a.test.ts' }],
    ['test', 'shell', { command: ['bash', '-lc', 'pytest -q'] }],
    ['shell', 'Bash', { command: 'cat test/lamp.test.ts' }],
    ['shell', 'Bash', { command: 'cat > notes.md <<EOF\nnpm test\nEOF' }],
    ['diff', 'Bash', { command: 'git -P diff HEAD~1' }],
    ['diff', 'show_diff', {}],
    ['shell', 'exec', 'not json'],
    ['other', 'remember', {}],
  ];
  for (const [kind, name, given] of kinds) {
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    it(`is ${kind} for ${name} with the arguments “${text}”`, () => {
      assert.equal(outputKindOf({ type: 'toolCall', callId: 'c', name, arguments: text }), kind);
    });
  }

  it('is `other` if the call is unknown', () => assert.equal(outputKindOf(undefined), 'other'));
});
