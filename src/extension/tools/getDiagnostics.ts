import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Tool } from '../../core/chat/toolContract.ts';
import { readOnlyTool } from './toolDefinition.ts';
import { pathOf, resolvePath } from '../files/workspacePaths.ts';

const MOST_PROBLEMS = 100;
/** The words for the editor's severities, indexed by `vscode.DiagnosticSeverity`. */
const SEVERITIES = ['error', 'warning', 'information', 'hint'] as const;

export const getDiagnostics: Tool = readOnlyTool({
  name: 'get_diagnostics',
  description:
    'Lists the errors and warnings that the editor shows for a file, a folder or the whole workspace. Files that no language extension has checked are missing.',
  properties: { path: { type: 'string', description: 'A file or folder; without it, all.' } },
  required: [],
  schema: v.object({ path: v.nullish(v.string()) }),
  run: async ({ path }) => {
    const isWhole = path == null || /^\.?\/?$/.test(path.trim());
    const within = isWhole ? undefined : (await resolvePath(path)).toString();
    const lines = vscode.languages
      .getDiagnostics()
      .filter(([uri]) => vscode.workspace.getWorkspaceFolder(uri) !== undefined)
      .filter(([uri]) => within === undefined || `${uri.toString()}/`.startsWith(`${within}/`))
      .flatMap(([uri, diagnostics]) => diagnostics.map((diagnostic) => ({ uri, diagnostic })))
      .sort((a, b) => a.diagnostic.severity - b.diagnostic.severity)
      .map(({ uri, diagnostic }) => lineOfProblem(uri, diagnostic));
    if (lines.length === 0) return '[the editor shows no problems]';
    return lines.length <= MOST_PROBLEMS
      ? lines.join('\n')
      : [...lines.slice(0, MOST_PROBLEMS), `[${lines.length - MOST_PROBLEMS} more; ask for one file]`].join(
          '\n',
        );
  },
});

export function lineOfProblem(
  uri: vscode.Uri,
  { severity, message, range, source, code }: vscode.Diagnostic,
): string {
  const id = typeof code === 'object' ? code.value : code;
  const from = [source, id].filter((word) => word !== undefined).join(' ');
  const place = `${pathOf(uri)}:${range.start.line + 1}:${range.start.character + 1}`;
  return `${place}: ${SEVERITIES[severity]}${from === '' ? '' : ` (${from})`}: ${message.replace(/\s*\n\s*/g, ' ')}`;
}
