import * as v from 'valibot';
import type { Tool } from '../../core/chat/toolContract.ts';
import { findWorkspaceFiles } from './findWorkspaceFiles.ts';
import { readOnlyTool } from './toolDefinition.ts';
import { listedText } from './resultTexts.ts';
import { foldersOf, pathOf, resolvePath } from '../files/workspacePaths.ts';

const MOST_FILES = 500;

export const listFiles: Tool = readOnlyTool({
  name: 'list_files',
  description:
    'Lists files of the workspace, without ignored files. Narrow it by a folder or a glob such as "**/*.ts".',
  properties: {
    path: {
      type: 'string',
      description: 'Folder, relative to the workspace. Without it, the whole workspace is listed.',
    },
    glob: { type: 'string', description: 'Glob pattern, relative to the folder.' },
  },
  required: [],
  schema: v.object({ path: v.nullish(v.string()), glob: v.nullish(v.string()) }),
  run: async ({ path, glob }, signal) => {
    // This throws if no folder is open.
    foldersOf();
    const isWhole = path == null || /^\.?\/?$/.test(path.trim());
    const within = isWhole ? undefined : await resolvePath(path);
    const search = { within, glob: glob ?? undefined, most: MOST_FILES + 1 };
    const { uris, isIncomplete } = await findWorkspaceFiles(search, signal);
    return listedText(uris.map(pathOf), { most: MOST_FILES, isIncomplete });
  },
});
