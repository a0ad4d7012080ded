import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editorChatsFolder, listEditorChats } from '../../../../src/adapters/transcripts/editorChats.ts';
import { jsonLines } from '../../../support/transcriptFiles.ts';

const request = (text: string): object => ({
  requestId: 'r',
  message: { parts: [{ text }], text },
  response: [],
});

describe('editorChatsFolder', () => {
  const user = join('/home', 'User');
  const globalStorage = join(user, 'globalStorage', 'someone.extension');

  it('returns the workspace’s chat folder, which is beside the extension’s folder', () => {
    const storage = join(user, 'workspaceStorage', 'abc', 'someone.extension');
    assert.equal(
      editorChatsFolder({ storage, globalStorage }),
      join(user, 'workspaceStorage', 'abc', 'chatSessions'),
    );
  });

  it('returns the chat folder for empty windows if no folder is open', () => {
    const expected = join(user, 'globalStorage', 'emptyWindowChatSessions');
    assert.equal(editorChatsFolder({ storage: undefined, globalStorage }), expected);
  });
});

describe('listEditorChats', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lt-chats-'));
  after(() => {
    rmSync(folder, { recursive: true });
  });

  function write(name: string, content: string, seconds: number): void {
    writeFileSync(join(folder, name), content);
    utimesSync(join(folder, name), seconds, seconds);
  }

  it('lists the chats with their titles, newest first, and omits empty chats', async () => {
    const whole = {
      requests: [request('Why "two" ships?'), request('x'.repeat(300_000))],
      customTitle: 'The “berths”',
    };
    write('whole.json', JSON.stringify(whole, undefined, 2), 1_000);
    write(
      'log.jsonl',
      jsonLines(
        { kind: 0, v: { customTitle: 'Old', requests: [] } },
        { kind: 1, k: ['customTitle'], v: 'A \\ new one' },
      ),
      3_000,
    );
    write('plain.jsonl', jsonLines({ kind: 0, v: { requests: [request('Make it\nbrighter.')] } }), 2_000);
    write('empty.json', JSON.stringify({ requests: [] }), 4_000);
    write('notes.txt', 'x', 5_000);
    assert.deepEqual(await listEditorChats(folder), [
      { path: join(folder, 'log.jsonl'), title: 'A \\ new one', changedAt: 3_000_000 },
      { path: join(folder, 'plain.jsonl'), title: 'Make it', changedAt: 2_000_000 },
      { path: join(folder, 'whole.json'), title: 'The “berths”', changedAt: 1_000_000 },
    ]);
  });

  it('returns an empty list for a missing folder', async () => {
    assert.deepEqual(await listEditorChats(join(folder, 'missing')), []);
  });
});
