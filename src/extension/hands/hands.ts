import * as vscode from 'vscode';
import type { Action, Approvals } from '../../core/approval/approval.ts';
import type { CancelSignal } from '../../core/cancellation.ts';
import type { ToolOutcome } from '../../core/chat/toolContract.ts';
import { toolCallsOf } from '../../core/log/message.ts';
import type { Redactor } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { ChangedFiles, ChangePlace } from '../../core/tools/changedFiles.ts';
import { NOT_BEGUN } from '../../core/tools/noEffect.ts';
import { changeOf } from '../../core/tools/fileSteps.ts';
import { deniedText } from '../approvals/deniedText.ts';
import { PathError } from '../files/pathError.ts';
import type { Editable } from './editablePath.ts';
import { isSecretFile } from '../../core/tools/secretFiles.ts';
import { isGitIgnored } from '../git.ts';

/** The parts of a session that are needed to change files. */
export interface Hands {
  readonly live: Pick<LiveSession, 'session' | 'context'>;
  readonly approvals: Approvals;
  readonly changed: ChangedFiles;
  readonly redactor: Redactor;
}

/** Returns the place of a call in the session. The message with the call is in the log before the call runs. */
function placeOf({ session }: Hands['live'], callId: string | undefined): ChangePlace {
  const at = session.messages.findLastIndex(({ message }) =>
    toolCallsOf(message).some((call) => call.callId === callId),
  );
  const message = session.messages[at]?.id;
  const turn = session.messages.slice(0, at).findLast((each) => each.message.role === 'user')?.id;
  if (message === undefined || callId === undefined)
    throw new Error('the session no longer contains this tool call, so nothing was changed');
  return { turn: turn ?? message, message, change: changeOf(message, callId) };
}

/** A change of files that a tool call proposes. */
export interface ProposedChange extends Omit<Action, 'paths' | 'secretPaths' | 'command' | 'folder'> {
  readonly targets: readonly Editable[];
  /** The new text of a file that is edited or written. */
  readonly after?: string;
  readonly signal: CancelSignal;
  readonly callId: string | undefined;
}

/**
 * Makes a change if the session's approvals allow it. Returns the result for the model: the report of `change`, or an
 * error that says why nothing was done.
 */
export async function ifAllowed(
  { live, approvals, redactor }: Hands,
  { targets, after, signal, callId, ...shown }: ProposedChange,
  change: (place: ChangePlace) => Promise<string>,
): Promise<ToolOutcome> {
  const secretPaths = await secretPathsOf(targets, after, redactor);
  const action = {
    ...shown,
    paths: targets.map(({ path }) => path),
    ...(secretPaths.length === 0 ? {} : { secretPaths }),
  };
  const decision = await approvals.decide(action, signal);
  if (decision.kind !== 'allowed') return { text: deniedText(decision), isError: true };
  if (signal.aborted) return { text: NOT_BEGUN, isError: true };
  const { secrecy } = decision;
  const place = placeOf(live, callId);
  return { text: await change(secrecy === undefined ? place : { ...place, secrecy }), isError: false };
}

/** Applies an edit. Throws PathError if the editor refuses it. */
export async function applyEdit(edit: vscode.WorkspaceEdit, path: string): Promise<void> {
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new PathError(`The editor did not make the change of ${path}; it may be read-only.`);
}

/**
 * Returns the paths of files that `.gitignore` excludes and that contain secrets either now or with the new text. Omits
 * files that `isSecretFile` recognises by their names.
 */
export async function secretPathsOf(
  targets: readonly Editable[],
  after: string | undefined,
  redactor: Redactor,
): Promise<readonly string[]> {
  const isSecret = await Promise.all(
    targets.map(async ({ uri, path, exists }) => {
      if (isSecretFile(path) || !(await isGitIgnored(uri).catch(() => false))) return false;
      const now = exists ? await textOf(uri) : '';
      const found = await redactor.find([now, after ?? '']);
      return found.some((secrets) => secrets.length > 0);
    }),
  );
  return targets.filter((_, index) => isSecret[index]).map(({ path }) => path);
}

/** Returns a file's text; empty if the editor can't open it as text. */
async function textOf(file: vscode.Uri): Promise<string> {
  return vscode.workspace.openTextDocument(file).then(
    (document) => document.getText(),
    () => '',
  );
}

/** Returns whether tools may change files in this window: false in Restricted Mode, or if no folder is open. */
export function mayChangeFiles(): boolean {
  return vscode.workspace.isTrusted && (vscode.workspace.workspaceFolders ?? []).length > 0;
}
