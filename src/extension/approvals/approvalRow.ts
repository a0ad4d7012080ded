import type { Action } from '../../core/approval/approval.ts';
import type { Question } from '../../core/approval/approvalDesk.ts';
import type { Grant, Scope } from '../../core/approval/grant.ts';
import { isHarmless } from '../../core/approval/harmless.ts';
import { INVISIBLE } from '../../core/text/invisible.ts';
import type { ApprovalRow } from '../../shared/approvalView.ts';

/** Returns the row that asks the person about an action. */
export function approvalRow(question: Question, at: number): ApprovalRow {
  const { id, action, judgement, open, hasChanged } = question;
  const asking = judgement.parts.filter((part) => !isHarmless(part)).map(({ text }) => text);
  const isWholeLine = asking.length === 1 && asking[0] === action.command;
  return {
    type: 'approval',
    id,
    at,
    question: visibly(questionOf(action)),
    ...(action.command === undefined ? {} : { command: visibly(action.command) }),
    ...(action.input === undefined ? {} : { input: visibly(action.input) }),
    ...(action.detail === undefined || action.detail === '' ? {} : { detail: visibly(action.detail) }),
    parts: isWholeLine ? [] : asking.map(visibly),
    reasons: [...judgement.reasons, ...(hasChanged ? [CHANGED] : [])],
    rules: judgement.rules.map(({ id: rule, text, isForbidding }) => ({
      text,
      isForbidding,
      // The ids of messages begin with `m`. An added rule or a remembered preference may have another id.
      ...(/^m\d/.test(rule) ? { message: rule } : {}),
    })),
    canKeepCopy: judgement.changesSecrets,
    ...(open.length === 0 ? {} : { longer: visibly(longerOf(open)) }),
  };
}

/** Matches characters that a person can't see, among them all control characters except tabs and line breaks. */
const UNSEEN = new RegExp(String.raw`(?![\t\n\r])\p{Cc}|${INVISIBLE.source}`, 'gu');

/** Replaces each character that a person can't see with its code point, e.g. `[U+202E]`. */
function visibly(text: string): string {
  return text.replace(
    UNSEEN,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}

const CHANGED = 'You allowed this command before, but a file that the command runs has changed since.';

/**
 * Returns the question to show, e.g. `Delete “a.ts”?`. Omits a command or a memory, which the row shows below the
 * question.
 */
function questionOf({ kind, paths, folder, tool }: Action): string {
  const what = paths.map((path) => `“${path}”`);
  switch (kind) {
    case 'edit':
      return `Edit ${what.join(', ')}?`;
    case 'write':
      return `Write ${what.join(', ')}?`;
    case 'delete':
      return `Delete ${what.join(', ')}? VS Code moves deleted files to the trash if there is one and files.enableTrash is on.`;
    case 'rename':
      return `Rename ${what.join(' to ')}?`;
    case 'foreign':
      return `Use “${tool}”, a tool of another extension?`;
    case 'memory':
      return 'Remember this for later sessions?';
    case 'command':
      return tool === 'run_command'
        ? `Run this command ${placeWords(folder)}?`
        : `Run this command with ${tool}?`;
  }
}

function placeWords(folder: string | undefined): string {
  return folder === undefined || folder === '' ? 'in the workspace’s folder' : `in “${folder}”`;
}

/** Returns what lasting approvals of these scopes would allow, in words. The row shows this text after “allow”. */
function longerOf(open: readonly Scope[]): string {
  return open.map((scope) => grantWords(asGrant(scope))).join('; ');
}

function asGrant(scope: Scope): Grant {
  if (scope.kind !== 'command') return scope;
  return {
    kind: 'command',
    key: scope.part.key,
    text: scope.part.text,
    folder: scope.folder,
    fingerprint: '',
  };
}

const CHANGES = { edit: 'edits of files', delete: 'deletions', rename: 'renames' } as const;

/** Returns what a lasting approval covers, in words. */
export function grantWords(grant: Grant): string {
  if (grant.kind === 'command') return `\`${grant.text}\`, word for word, ${placeWords(grant.folder)}`;
  if (grant.kind === 'foreign') return `the tool “${grant.tool}” with any input`;
  const where = grant.folder === '' ? 'in the whole workspace' : `in “${grant.folder}” and below`;
  return `${CHANGES[grant.change]} ${where}`;
}
