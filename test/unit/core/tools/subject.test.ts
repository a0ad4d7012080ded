import assert from 'node:assert/strict';
import { subjectOf } from '../../../../src/core/tools/subject.ts';

describe('the subject of a call', () => {
  const subject = (name: string, given: unknown, maxLength?: number): string =>
    subjectOf({ type: 'toolCall', callId: 'c', name, arguments: JSON.stringify(given) }, maxLength);

  it('is the command on one line, without the shell’s name', () => {
    assert.equal(subject('bash', { limit: 3, command: 'npm\n  run build' }), 'npm run build');
    assert.equal(subject('shell', { command: ['bash', '-lc', 'npm run build'] }), 'npm run build');
  });

  it('is the search text with the searched folder, or the listed folder', () => {
    assert.equal(subject('Grep', { pattern: 'lamp', path: 'src' }), 'lamp in src');
    assert.equal(subject('list_files', { path: 'src' }), 'src');
  });

  it('is the list of files that are read or patched', () => {
    assert.equal(subject('read_files', { files: [{ path: 'a.ts' }, { path: 'b.ts' }] }), 'a.ts, b.ts');
    const input = '*** Begin Patch\n*** Update File: a.ts\n+x\n*** Add File: b.ts\n+y\n*** End Patch';
    assert.equal(subject('apply_patch', { input }), 'a.ts, b.ts');
  });

  it('is the first text in the arguments of an unknown tool', () => {
    assert.equal(subject('x', { odd: 'this then' }), 'this then');
    assert.equal(subject('recall', { address: 'm42', query: '' }), 'm42');
    assert.equal(subject('x', { n: 1 }), '');
  });

  it('is cut if too long, between words if possible', () => {
    assert.equal(subject('bash', { command: 'word '.repeat(30) }, 12), 'word word …');
    assert.equal(subject('bash', { command: 'x'.repeat(30) }, 12), `${'x'.repeat(12)} …`);
  });
});
