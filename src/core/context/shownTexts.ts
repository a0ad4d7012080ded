import { textOf, toolCallsOf } from '../log/message.ts';
import type { SessionMessage } from '../log/session.ts';
import { fileKey, isAbsolute } from '../tools/fileNames.ts';
import { readCall, type ToolUse } from '../tools/readCall.ts';
import type { Context } from './context.ts';

/** The messages of a session in the log, and the context that the model is sent. */
export interface SeenSession {
  readonly session: { readonly messages: readonly SessionMessage[] };
  readonly context: Context;
}

/** Matches the number that a read puts before a line. */
const LINE_NUMBER = /^\d+\t/gmu;

/**
 * Returns the parts of a file that the context shows: the results of reads and changes, without line numbers, and the
 * texts that calls wrote into the file. Undefined if no call read the file. The path is relative to the workspace.
 */
export function shownTexts(path: string, { session, context }: SeenSession): readonly string[] | undefined {
  const isOfFile = (use: ToolUse): boolean =>
    [use.path, ...use.changes.map((change) => change.path)].some(
      (said) => said !== undefined && isSameFile(said, path),
    );
  const isRead = session.messages.some(({ message }) =>
    toolCallsOf(message)
      .map(readCall)
      .some((use) => use.kind === 'read' && isOfFile(use)),
  );
  if (!isRead) return undefined;
  const calls = new Set<string>();
  return context.flatMap(({ message }) => {
    if (message.role === 'tool') return calls.has(message.callId) ? [withoutNumbers(textOf(message))] : [];
    return toolCallsOf(message).flatMap((call) => {
      const use = readCall(call);
      // Some providers number calls anew in each answer, so a call id may belong to another file now.
      if (!isOfFile(use)) {
        calls.delete(call.callId);
        return [];
      }
      calls.add(call.callId);
      return use.changes.map(({ after }) => after);
    });
  });
}

function isSameFile(said: string, path: string): boolean {
  const key = fileKey(said).replace(/^(?:\.\/)+/u, '');
  return key === path || (isAbsolute(key) && key.endsWith(`/${path}`));
}

function withoutNumbers(text: string): string {
  return text.replaceAll(LINE_NUMBER, '');
}
