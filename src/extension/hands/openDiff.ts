import * as vscode from 'vscode';
import { isSameState, type FileStep, type KeptState } from '../../core/tools/fileSteps.ts';
import { ViewError } from '../webviews/describeError.ts';
import { editorFiles } from './editorFiles.ts';
import type { FileChanges, SessionFiles } from './sessionFiles.ts';

interface Compared {
  readonly file: vscode.Uri;
  readonly before: vscode.Uri;
  readonly after: vscode.Uri;
}

/**
 * For each file, opens a diff from its content before its first step to its content after its last step. Uses the diff
 * editor for one file, and the multi-file diff editor for several files. Throws ViewError if there are no steps.
 */
export async function openDiff(
  session: string,
  steps: readonly FileStep[],
  files: FileChanges,
): Promise<void> {
  const byFile = Map.groupBy(steps, ({ file }) => file);
  const compared = await Promise.all(
    [...byFile].map(([file, ownSteps]) => comparedFile(session, { file, ownSteps }, files)),
  );
  const [only] = compared;
  if (only === undefined)
    throw new ViewError('Longthread has no copy of this change, so there is nothing to compare.');
  const name = editorFiles.nameOf(only.file.toString());
  if (compared.length === 1)
    await vscode.commands.executeCommand('vscode.diff', only.before, only.after, `${name} (before ↔ after)`);
  else await openChanges(`${compared.length} files (before ↔ after)`, compared);
}

async function openChanges(title: string, compared: readonly Compared[]): Promise<void> {
  const list = compared.map(({ file, before, after }) => [file, before, after]);
  await vscode.commands.executeCommand('vscode.changes', title, list);
}

const PREVIEW_TITLE = 'Files (now ↔ after restoring)';

/** Opens a diff between each file's present content and the content that the file would have after a restore. */
export async function openRestorePreview(
  session: string,
  previews: readonly { readonly file: string; readonly now: KeptState; readonly then: KeptState }[],
): Promise<void> {
  const compared = previews.map(({ file, now, then }) => {
    const uri = vscode.Uri.parse(file);
    return {
      file: uri,
      before: now.kind === 'absent' ? keptUri(session, file, now) : uri,
      after: keptUri(session, file, then),
    };
  });
  await openChanges(PREVIEW_TITLE, compared);
}

/** Closes the diffs that `openRestorePreview` opened. */
export async function closeRestorePreview(): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  await vscode.window.tabGroups.close(tabs.filter(({ label }) => label.startsWith(PREVIEW_TITLE)));
}

/**
 * Returns the two sides of a file's diff. If the file has not changed since its last step, the right side is the file
 * itself, so that the person can edit it there. Otherwise, the right side is a kept copy.
 */
async function comparedFile(
  session: string,
  { file, ownSteps }: { readonly file: string; readonly ownSteps: readonly FileStep[] },
  { kept }: FileChanges,
): Promise<Compared> {
  const uri = vscode.Uri.parse(file);
  const absent: KeptState = { kind: 'absent' };
  const before = ownSteps[0]?.before ?? absent;
  const now = kept.stateOf(await editorFiles.read(file));
  const after = ownSteps.at(-1)?.after ?? now;
  const isNow = isSameState(after, now) && now.kind === 'bytes';
  return {
    file: uri,
    before: keptUri(session, file, before),
    after: isNow ? uri : keptUri(session, file, after),
  };
}

const SCHEME = 'longthread-kept';
const NOTHING = 'nothing';
/** The texts that are shown for contents of which no copy exists. */
const NOT_KEPT = {
  secret: 'Longthread keeps no copy of this version, because it contains a secret.',
  tooLarge: 'Longthread keeps no copy of this version, because it is too large.',
  forgotten: 'Longthread no longer has a copy of this version.',
} as const;

/** Registers kept contents of files as read-only documents for the editor's diff view. */
export function registerKeptContent(files: SessionFiles): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: async (uri) => {
      const query = new URLSearchParams(uri.query);
      const hash = query.get('hash') ?? NOTHING;
      if (hash === NOTHING) return '';
      if (Object.hasOwn(NOT_KEPT, hash)) return NOT_KEPT[hash as keyof typeof NOT_KEPT];
      const { changed } = files.of(query.get('session') ?? '');
      const bytes = await changed.bytesOf({ kind: 'bytes', hash, size: 0 });
      if (bytes === undefined) return NOT_KEPT.forgotten;
      return vscode.workspace.decode(bytes, { uri: vscode.Uri.parse(query.get('file') ?? '') });
    },
  });
}

/**
 * Returns the URI of a read-only document that shows a kept state of a file. The URI has the path of the file, so that
 * the editor recognises the language.
 */
function keptUri(session: string, file: string, state: KeptState): vscode.Uri {
  const hash = state.kind === 'bytes' ? state.hash : state.kind === 'notKept' ? state.why : NOTHING;
  const query = new URLSearchParams({ session, file, hash });
  return vscode.Uri.from({ scheme: SCHEME, path: vscode.Uri.parse(file).path, query: query.toString() });
}
