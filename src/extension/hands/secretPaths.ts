import * as vscode from 'vscode';
import type { Redactor } from '../../core/ports.ts';
import { isSecretFile } from '../../core/tools/secretFiles.ts';
import { isGitIgnored } from '../git.ts';
import type { Editable } from './editablePath.ts';

/**
 * Returns the paths of files that version control leaves out for what they hold: `.gitignore` excludes them, and a secret stands
 * in them or is about to. Files that are known by their names are left out here.
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

/** A binary file has no text. */
async function textOf(file: vscode.Uri): Promise<string> {
  return vscode.workspace.openTextDocument(file).then(
    (document) => document.getText(),
    () => '',
  );
}
