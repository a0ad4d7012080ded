import * as vscode from 'vscode';
import type { KeptState } from '../../core/tools/fileSteps.ts';
import type { SessionFiles } from './sessionFiles.ts';

const SCHEME = 'longthread-kept';
const NOTHING = 'nothing';

/** Registers kept contents of files as read-only documents for the editor's diff view. */
export function registerKeptContent(files: SessionFiles): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: async (uri) => {
      const query = new URLSearchParams(uri.query);
      const hash = query.get('hash') ?? NOTHING;
      if (hash === NOTHING) return '';
      const { changed } = files.of(query.get('session') ?? '');
      const bytes = await changed.bytesOf({ kind: 'bytes', hash, size: 0 });
      if (bytes === undefined) return 'No copy of this is kept any more.';
      return vscode.workspace.decode(bytes, { uri: vscode.Uri.parse(query.get('file') ?? '') });
    },
  });
}

/** Returns the address under which a state of a file is shown. It has the file's name, and so its language. */
export function keptUri(session: string, file: string, state: KeptState): vscode.Uri {
  const query = new URLSearchParams({ session, file, hash: state.kind === 'bytes' ? state.hash : NOTHING });
  return vscode.Uri.from({ scheme: SCHEME, path: vscode.Uri.parse(file).path, query: query.toString() });
}
