import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { LongthreadApi } from '../../src/extension/api/api.ts';
import { openTranscript } from '../../src/extension/commands/openTranscript.ts';
import type { Parts } from '../../src/extension/parts.ts';
import { longthreadApi, run, textsOf } from './support/longthread.ts';

describe('Open Transcript…', () => {
  const { showQuickPick, showOpenDialog, showInformationMessage } = vscode.window;
  const folder = mkdtempSync(path.join(tmpdir(), 'lt-open-'));
  const storageUri = vscode.Uri.file(path.join(folder, 'workspaceStorage', 'abc', 'someone.extension'));
  const globalStorageUri = vscode.Uri.file(path.join(folder, 'globalStorage', 'someone.extension'));
  const otherFile = vscode.Uri.file(path.join(folder, 'other.jsonl'));
  let api: LongthreadApi;
  let shown: readonly vscode.QuickPickItem[] = [];
  let notices: string[] = [];

  before(async () => {
    api = await longthreadApi();
  });

  beforeEach(() => {
    shown = [];
    notices = [];
    Object.assign(vscode.window, {
      showOpenDialog: () => Promise.resolve([otherFile]),
      showInformationMessage: (sentence: string) => {
        notices.push(sentence);
        return Promise.resolve(undefined);
      },
    });
  });

  after(() => {
    Object.assign(vscode.window, { showQuickPick, showOpenDialog, showInformationMessage });
    rmSync(folder, { recursive: true });
  });

  function write(name: string, content: unknown): string {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(content));
    return file;
  }

  /**
   * Runs the command. If the command asks, picks the item with this label. Returns the file that the command opened.
   */
  async function opened(label: RegExp, storage: vscode.Uri | undefined): Promise<string | undefined> {
    let file: string | undefined;
    Object.assign(vscode.window, {
      showQuickPick: (items: readonly vscode.QuickPickItem[]) => {
        shown = items;
        return Promise.resolve(items.find((item) => label.test(item.label)));
      },
    });
    await openTranscript(undefined, {
      services: { context: { storageUri: storage, globalStorageUri }, clock: { now: () => Date.now() } },
      sessions: {
        importTranscript: (chosen: string) => {
          file = chosen;
          return Promise.resolve([]);
        },
      },
    } as unknown as Pick<Parts, 'sessions' | 'services'>);
    return file;
  }

  const chat = (customTitle: string) => ({
    requests: [{ requestId: 'r', message: { parts: [], text: 'Paint the lamp.' }, response: [] }],
    customTitle,
  });

  it('asks for a file without listing chats if the editor has no chats of the workspace', async () => {
    assert.equal(await opened(/^never$/u, storageUri), otherFile.fsPath);
    assert.deepEqual(shown, []);
  });

  it('lists the editor’s chats of the workspace, and offers to open another file', async () => {
    const lamp = write('workspaceStorage/abc/chatSessions/lamp.json', chat('The lamp'));
    write('workspaceStorage/def/chatSessions/door.json', chat('The door'));
    assert.equal(await opened(/^The lamp$/u, storageUri), lamp);
    assert.deepEqual(
      shown.map(({ label }) => label),
      ['$(folder-opened) Another file…', 'Chats of this workspace', 'The lamp'],
    );
    assert.deepEqual(notices, [], 'a notice was shown');
    assert.equal(await opened(/Another file/u, storageUri), otherFile.fsPath);
  });

  it('lists the chats of empty windows if this window has no folder open', async () => {
    const socket = write('globalStorage/emptyWindowChatSessions/socket.json', chat('The socket'));
    assert.equal(await opened(/^The socket$/u, undefined), socket);
  });

  it('names the parts of the file that are missing in the session', async () => {
    const file = vscode.Uri.file(path.join(folder, 'claude.jsonl'));
    const message = { role: 'user', content: 'Paint the lamp.' };
    const lines = [
      { type: 'user', uuid: 'u1', sessionId: 's', message },
      { type: 'progress', uuid: 'p1', sessionId: 's' },
      {
        type: 'user',
        uuid: 'u2',
        sessionId: 's',
        message: { role: 'user', content: [{ type: 'hologram' }] },
      },
    ];
    writeFileSync(file.fsPath, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    await run('openTranscript', file);
    assert.match(textsOf(api, 'user')[0] ?? '', /Paint the lamp\./u);
    assert.equal(notices.length, 1);
    assert.match(notices[0] ?? '', /left out, cut or joined: .*1 × progress line/u);
    assert.match(notices[0] ?? '', /hologram/u);
  });
});
