import * as v from 'valibot';
import type { Tool } from '../../core/chat/toolContract.ts';
import type { Redactor } from '../../core/ports.ts';
import { notebookText } from './notebookText.ts';
import { numberedLines } from './numberedLines.ts';
import { readText } from '../files/textFile.ts';
import { readOnlyTool } from './toolDefinition.ts';
import { pathOf, resolvePath } from '../files/workspacePaths.ts';

const lineNumber = v.pipe(v.number(), v.integer(), v.minValue(1));

export const readFile = (redactor: Redactor): Tool =>
  readOnlyTool({
    name: 'read_file',
    description:
      'Reads a text file of the workspace with line numbers, or the cells of a notebook. A long file is cut: ask for a range of lines.',
    properties: {
      path: { type: 'string', description: 'Path relative to the workspace.' },
      startLine: { type: 'integer', minimum: 1, description: 'First line, from 1.' },
      endLine: { type: 'integer', minimum: 1, description: 'Last line, inclusive.' },
    },
    required: ['path'],
    schema: v.object({
      path: v.pipe(v.string(), v.minLength(1)),
      startLine: v.nullish(lineNumber),
      endLine: v.nullish(lineNumber),
    }),
    run: async ({ path, startLine, endLine }) => {
      const uri = await resolvePath(path);
      const raw = await readText(uri);
      const text = (/\.ipynb$/iu.test(uri.path) ? await notebookText(raw, redactor) : undefined) ?? raw;
      const range = { path: pathOf(uri), first: startLine ?? 1, last: endLine ?? undefined };
      return numberedLines(text, range, redactor);
    },
  });
