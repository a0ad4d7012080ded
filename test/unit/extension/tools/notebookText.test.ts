import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { notebookText } from '../../../../src/extension/tools/notebookText.ts';

const code = (source: string | readonly string[], ...outputs: readonly object[]): object => ({
  cell_type: 'code',
  source,
  outputs,
});
const textOf = (text: string): Promise<string | undefined> => notebookText(text, new SecretRedactor());
const textOfCells = (...cells: readonly object[]): Promise<string | undefined> =>
  textOf(JSON.stringify({ cells }));

describe('The text of a notebook', () => {
  it('contains the cells with their numbers', async () => {
    assert.equal(
      await textOfCells({ cell_type: 'markdown', source: ['# Tides\n', 'of Husum'] }, code('height = 11')),
      '[cell 0, markdown]\n# Tides\nof Husum\n[cell 1, code]\nheight = 11',
    );
  });

  it('contains the text of each output, or the type of an output without text', async () => {
    const stream = { output_type: 'stream', text: ['12\n', '13\n'] };
    const result = { data: { 'text/plain': '14', 'text/html': '<b>14</b>' } };
    const picture = { data: { 'image/png': 'iVBOR' } };
    const error = { ename: 'KeyError', traceback: ['Traceback\n', 'KeyError: 1'] };
    assert.equal(
      await textOfCells(code('run()', stream, result, picture, error)),
      '[cell 0, code]\nrun()\n[output]\n12\n13\n[output]\n14\n[output]\n[image/png]\n[output]\nTraceback\nKeyError: 1',
    );
  });

  it('contains outputs without colours, overwritten text and doubled line breaks', async () => {
    const error = {
      traceback: ['\u001B[0;31mTraceback\u001B[0m', 'line 1\n', '\u001B[0;31mKeyError\u001B[0m: 1'],
    };
    assert.equal(
      await textOfCells(code('run()', error)),
      '[cell 0, code]\nrun()\n[output]\nTraceback\nline 1\nKeyError: 1',
    );
    assert.equal(
      await textOfCells(code('run()', { text: '10 %\r20 %\n' })),
      '[cell 0, code]\nrun()\n[output]\n20 %',
    );
  });

  it('contains only the beginning of a long output', async () => {
    const text = (await textOfCells(code('run()', { text: 'x'.repeat(5_000) }))) ?? '';
    assert.match(text, /x{2000}… \[3000 characters more\]$/);
  });

  it('contains no part of a secret that is split at the end of a shortened output', async () => {
    const text = `${'lights on\n'.repeat(198)}key: ghp_${'A1b2C3d4E5'.repeat(3)}f6G7h8 ${'more '.repeat(9)}`;
    const shown = (await textOfCells(code('run()', { text }))) ?? '';
    assert.match(shown, /key: \[secret: [^\]]+\]… \[\d+ characters more\]$/u);
  });

  it('says that a notebook has no cells, and is undefined for a file that is not a notebook', async () => {
    assert.equal(await textOfCells(), '[a notebook without cells]');
    assert.equal(await textOf('{"cells": 1}'), undefined);
    assert.equal(await textOf('no JSON'), undefined);
  });
});
