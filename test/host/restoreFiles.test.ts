import assert from 'node:assert/strict';
import path from 'node:path';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import type { TakeBackPlan } from '../../src/core/tools/changedFiles.ts';
import { offerToRestoreFiles } from '../../src/extension/hands/undoFiles.ts';
import type { FileChanges } from '../../src/extension/hands/sessionFiles.ts';
import type { OpenSession } from '../../src/extension/sessions/openSession.ts';

describe('restoring files before a rewind', () => {
  const { showInformationMessage } = vscode.window;
  const file = path.join(tmpdir(), `longthread-restored-${process.pid}.txt`);
  let messages: { readonly id: string; readonly message: object }[];
  let restored: number;

  /** Offers to restore one file. `whileAsked` runs before the person agrees. */
  async function offer(whileAsked: () => void): Promise<void> {
    Object.assign(vscode.window, {
      showInformationMessage: (_question: string, agree: string) => {
        whileAsked();
        return Promise.resolve(agree);
      },
    });
    const uri = vscode.Uri.file(file).toString();
    const plan = { files: [{ file: uri }], problems: [], changes: [] } as unknown as TakeBackPlan;
    const changed = {
      steps: () => Promise.resolve([]),
      plan: () => Promise.resolve(plan),
      takeBack: () => {
        restored += 1;
        return Promise.resolve({ restored: [uri], problems: [] });
      },
    };
    const kept = { stateOf: () => ({ kind: 'secret' }), unreadLines: 0 };
    const live = { entries: [], session: { messages } };
    await offerToRestoreFiles({ id: 's1', live } as unknown as OpenSession, 'm1', {
      changed,
      kept,
    } as unknown as FileChanges);
  }

  beforeEach(() => {
    writeFileSync(file, 'now');
    messages = [{ id: 'm1', message: { role: 'user', parts: [] } }];
    restored = 0;
  });

  afterEach(() => {
    Object.assign(vscode.window, { showInformationMessage });
    rmSync(file);
  });

  it('is done if the person agrees', async () => {
    await offer(() => undefined);
    assert.equal(restored, 1);
  });

  it('is not done if another rewind removed the message before the person agrees', async () => {
    await assert.rejects(
      offer(() => messages.pop()),
      /no longer in the thread/,
    );
    assert.equal(restored, 0);
  });
});
