import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { SecretRedactor } from '../../../src/adapters/redaction/secretRedactor.ts';
import { KeptFiles } from '../../../src/adapters/store/keptFiles.ts';
import type { Action, Approvals } from '../../../src/core/approval/approval.ts';
import { neverCancelled, type CancelSignal } from '../../../src/core/cancellation.ts';
import { runToolCall } from '../../../src/core/chat/toolContract.ts';
import type { Redactor } from '../../../src/core/ports.ts';
import { ChangedFiles } from '../../../src/core/tools/changedFiles.ts';
import { editorFiles } from '../../../src/extension/hands/editorFiles.ts';
import { fileTools } from '../../../src/extension/hands/fileTools.ts';
import type { Hands } from '../../../src/extension/hands/hands.ts';
import { SessionBuilder } from '../../support/sessionBuilder.ts';
import { noSecrets } from '../../support/scriptedTurn.ts';

const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail('no folder is open');

interface Told {
  readonly text: string;
  readonly isError: boolean;
}

/**
 * The tools that change files. Each test uses a new folder, since the editor caches the state of a file for a while.
 */
export class HandsAtWork {
  dir = 'handled0';
  kept = new KeptFiles('', Date.now);
  asked: Action[] = [];
  /** The session before the tool call. `call` adds the tool call to the session. */
  session = new SessionBuilder();
  decide: Approvals['decide'] = () => Promise.resolve({ kind: 'allowed' });
  redactor: Redactor = new SecretRedactor();
  #folder = '';

  begin(): void {
    this.dir = `handled${Number(this.dir.slice('handled'.length)) + 1}`;
    mkdirSync(this.at(''), { recursive: true });
    this.#folder = mkdtempSync(path.join(tmpdir(), 'longthread-session-'));
    this.kept = new KeptFiles(this.#folder, Date.now);
    this.asked = [];
    this.redactor = new SecretRedactor();
    this.session = new SessionBuilder();
    this.session.user('Please.');
    this.decide = () => Promise.resolve({ kind: 'allowed' });
  }

  async end(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const place of [this.at(''), this.#folder]) rmSync(place, { recursive: true, force: true });
  }

  at(name: string): string {
    return path.join(folder.fsPath, this.dir, name);
  }

  uriOf(name: string): vscode.Uri {
    return vscode.Uri.file(this.at(name));
  }

  read(name: string): string {
    return readFileSync(this.at(name), 'utf8');
  }

  async call(name: string, args: object, signal: CancelSignal = neverCancelled): Promise<Told> {
    const part = { type: 'toolCall', callId: 'c1', name, arguments: JSON.stringify(args) } as const;
    this.session.message({ role: 'assistant', parts: [part] });
    const hands: Hands = {
      live: this.session,
      approvals: {
        decide: (action, stopped) => {
          this.asked.push(action);
          return this.decide(action, stopped);
        },
      },
      changed: new ChangedFiles(this.kept, editorFiles),
      redactor: this.redactor,
    };
    const said = await runToolCall(part, { tools: fileTools(hands), secrets: noSecrets }, signal);
    return {
      text: said.parts.map((each) => (each.type === 'text' ? each.text : '')).join(''),
      isError: said.isError === true,
    };
  }

  edit(file: string, from: string, to: string): Promise<Told> {
    return this.call('edit_file', { path: `${this.dir}/${file}`, edits: [{ old_text: from, new_text: to }] });
  }
}
