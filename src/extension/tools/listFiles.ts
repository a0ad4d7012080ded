import * as v from 'valibot';
import type { Tool } from '../../core/chat/toolContract.ts';
import { findWorkspaceFiles } from './findWorkspaceFiles.ts';
import { readOnlyTool } from './toolResult.ts';
import { foldersOf, pathOf, resolvePath } from '../files/workspacePaths.ts';

const MOST_FILES = 500;

export const listFiles: Tool = readOnlyTool({
  name: 'list_files',
  description:
    'Lists files of the workspace, without ignored files. Narrow it by a folder or a glob such as "**/*.ts".',
  properties: {
    path: { type: 'string', description: 'Folder relative to the workspace; without it, all.' },
    glob: { type: 'string', description: 'Glob pattern of the files below it.' },
  },
  required: [],
  schema: v.object({ path: v.nullish(v.string()), glob: v.nullish(v.string()) }),
  run: async ({ path, glob }, signal) => {
    foldersOf();
    const isWhole = path == null || /^\.?\/?$/.test(path.trim());
    const within = isWhole ? undefined : await resolvePath(path);
    const found = await findWorkspaceFiles({ within, glob: glob ?? undefined, most: MOST_FILES + 1 }, signal);
    if (found.length === 0) return '[no files found]';
    const paths = found.slice(0, MOST_FILES).map(pathOf);
    const more = found.length > MOST_FILES ? [`[more than ${MOST_FILES} files; narrow by path or glob]`] : [];
    return [...paths, ...more].join('\n');
  },
});
