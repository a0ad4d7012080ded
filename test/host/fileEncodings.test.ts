import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { readText } from '../../src/extension/files/textFile.ts';

const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
const scratch = path.join(folder.fsPath, 'encoded');

describe('the text of a file that is not open', () => {
  const textOf = (bytes: Buffer): Promise<string> => {
    const file = path.join(scratch, 'a.txt');
    writeFileSync(file, bytes);
    return readText(vscode.Uri.file(file));
  };

  before(() => {
    mkdirSync(scratch, { recursive: true });
  });

  after(() => {
    rmSync(scratch, { recursive: true, force: true });
  });

  it('is read in UTF-16 if the file begins with a byte order mark, like the files of Windows PowerShell', async () => {
    assert.equal(await textOf(Buffer.from('\ufeffÄpfel\r\n', 'utf16le')), 'Äpfel\r\n');
    assert.equal(await textOf(Buffer.from('\ufeffÄpfel\r\n', 'utf16le').swap16()), 'Äpfel\r\n');
  });

  it('is read in the encoding that the person chose, unless the file is in UTF-8', async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('encoding', 'windows1252', vscode.ConfigurationTarget.Global);
    try {
      assert.equal(await textOf(Buffer.from('café', 'latin1')), 'café');
      assert.equal(await textOf(Buffer.from('café')), 'café');
    } finally {
      await files.update('encoding', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('is refused if the file is binary', async () => {
    await assert.rejects(textOf(Buffer.from([1, 0, 2])), /is a binary file of 3 bytes/);
  });
});
