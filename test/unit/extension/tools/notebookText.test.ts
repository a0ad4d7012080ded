import assert from 'node:assert/strict';
import { notebookText } from '../../../../src/extension/tools/notebookText.ts';

const code = (source: string | readonly string[], ...outputs: readonly object[]): object => ({
  cell_type: 'code',
  source,
  outputs,
});
const read = (...cells: readonly object[]): string | undefined => notebookText(JSON.stringify({ cells }));

describe('A notebook as it is read', () => {
  it('is its cells with their numbers', () => {
    assert.equal(
      read({ cell_type: 'markdown', source: ['# Tides\n', 'of Husum'] }, code('height = 11')),
      '[cell 0, markdown]\n# Tides\nof Husum\n[cell 1, code]\nheight = 11',
    );
  });

  it('has its cells’ outputs, and the kinds of those that are no text', () => {
    const stream = { output_type: 'stream', text: ['12\n', '13\n'] };
    const result = { data: { 'text/plain': '14', 'text/html': '<b>14</b>' } };
    const picture = { data: { 'image/png': 'iVBOR' } };
    const error = { ename: 'KeyError', traceback: ['Traceback\n', 'KeyError: 1'] };
    assert.equal(
      read(code('run()', stream, result, picture, error)),
      '[cell 0, code]\nrun()\n[output]\n12\n13\n[output]\n14\n[output]\n[image/png]\n[output]\nTraceback\nKeyError: 1',
    );
  });

  it('has the beginning of a long output', () => {
    const told = read(code('run()', { text: 'x'.repeat(5_000) })) ?? '';
    assert.match(told, /x{2000}… \[3000 characters more\]$/);
  });

  it('says that it has no cells, and is undefined where it is something else', () => {
    assert.equal(read(), '[a notebook without cells]');
    assert.equal(notebookText('{"cells": 1}'), undefined);
    assert.equal(notebookText('no JSON'), undefined);
  });
});
