import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { SecretRedactor } from '../../src/adapters/redaction/secretRedactor.ts';
import { Attachments } from '../../src/extension/chat/attachments.ts';

const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');
const nothing = new vscode.Disposable(() => undefined);
const fails = (): never => {
  throw new Error('this file system is broken');
};
const scratch = path.join(folder.fsPath, 'dropped');

describe('dropped files', () => {
  before(() => mkdirSync(scratch));
  after(() => rmSync(scratch, { recursive: true }));

  it('are attached even if other dropped files can’t be attached', async () => {
    const attachments = newAttachments();
    writeFileSync(path.join(scratch, 'a.zip'), Buffer.from([80, 0, 3]));
    for (const name of ['b.ts', 'd.ts']) writeFileSync(path.join(scratch, name), 'text');
    const uriOf = (name: string): string => vscode.Uri.file(path.join(scratch, name)).toString();
    await assert.rejects(
      attachments.attachUris(['a.zip', 'b.ts', 'gone.ts', 'd.ts'].map(uriOf)),
      /a\.zip is a binary file.*There is no dropped\/gone\.ts/u,
    );
    assert.deepEqual(
      attachments.views.map(({ label }) => label),
      ['dropped/b.ts', 'dropped/d.ts'],
    );
  });

  it('are attached even if another extension’s file system fails for one of the files', async () => {
    const size = 4;
    const registered = vscode.workspace.registerFileSystemProvider('longthread-broken', {
      ...{ onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event, watch: () => nothing },
      ...{ stat: () => ({ type: vscode.FileType.File, ctime: 0, mtime: 0, size }), readDirectory: () => [] },
      ...{ readFile: fails, writeFile: fails, createDirectory: fails, delete: fails, rename: fails },
    });
    const attachments = newAttachments();
    writeFileSync(path.join(scratch, 'e.ts'), 'text');
    const sound = vscode.Uri.file(path.join(scratch, 'e.ts')).toString();
    const dropping = attachments.attachUris(['longthread-broken:/broken.ts', sound]);
    await assert.rejects(dropping, /broken\.ts can't be read: the extension/u).finally(() => {
      registered.dispose();
    });
    assert.deepEqual(
      attachments.views.map(({ label }) => label),
      ['dropped/e.ts'],
    );
  });
});

function newAttachments(): Attachments {
  return new Attachments({
    counter: { encoding: 'o200k_base', count: async (texts) => texts.map(() => 1), countSmall: () => 1 },
    redactor: new SecretRedactor(),
    session: () => undefined,
  });
}
