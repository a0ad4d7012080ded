import assert from 'node:assert/strict';
import { subjectOf } from '../../../../src/core/tools/subject.ts';

describe('the subject of a call', () => {
  const subject = (name: string, given: unknown, maxLength?: number): string =>
    subjectOf({ type: 'toolCall', callId: 'c', name, arguments: JSON.stringify(given) }, maxLength);

  it('is its command on one line, without the shell that it was handed to', () => {
    assert.equal(subject('bash', { limit: 3, command: 'npm\n  run build' }), 'npm run build');
    assert.equal(subject('shell', { command: ['bash', '-lc', 'npm run build'] }), 'npm run build');
  });

  it('is the searched text, and the place', () => {
    assert.equal(subject('Grep', { pattern: 'lamp', path: 'src' }), 'lamp in src');
    assert.equal(subject('list_files', { path: 'src' }), 'src');
  });

  it('is each file that is read or patched', () => {
    assert.equal(subject('read_files', { files: [{ path: 'a.ts' }, { path: 'b.ts' }] }), 'a.ts, b.ts');
    const input = '*** Begin Patch\n*** Update File: a.ts\n+x\n*** Add File: b.ts\n+y\n*** End Patch';
    assert.equal(subject('apply_patch', { input }), 'a.ts, b.ts');
  });

  it('is an unknown tool’s first text, and empty if it has none', () => {
    assert.equal(subject('x', { odd: 'this then' }), 'this then');
    assert.equal(subject('recall', { address: 'm42', query: '' }), 'm42');
    assert.equal(subject('x', { n: 1 }), '');
  });

  it('is cut at a word', () => {
    assert.equal(subject('bash', { command: 'word '.repeat(30) }, 12), 'word word …');
    assert.equal(subject('bash', { command: 'x'.repeat(30) }, 12), `${'x'.repeat(12)} …`);
  });
});
