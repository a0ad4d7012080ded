import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Tool } from '../../core/chat/toolContract.ts';
import { applyExactEdits } from '../../core/tools/exactEdits.ts';
import { PathError } from '../files/pathError.ts';
import { changingTool } from '../tools/toolDefinition.ts';
import { changeText } from './changeText.ts';
import { editablePath, type Editable } from './editablePath.ts';
import { applyEdit, ifAllowed, type Hands } from './hands.ts';
import { editNotebook } from './notebookTool.ts';
import { existingFile } from './editorFiles.ts';

const path = v.pipe(v.string(), v.minLength(1));
const PATH = { type: 'string', description: 'Path relative to the workspace.' };

/** Returns the tools that change files of the workspace. Only Longthread's own chat has them. */
export function fileTools(hands: Hands): readonly Tool[] {
  return [editFile(hands), writeFile(hands), deleteFile(hands), renameFile(hands), editNotebook(hands)];
}

function editFile(hands: Hands): Tool {
  return changingTool({
    name: 'edit_file',
    description:
      'Replaces texts in a file, all of them or none. Each old_text must occur exactly once in the file: ' +
      'add the lines around it until it does, or set “all” to true to replace every occurrence. The file is saved.',
    properties: {
      path: PATH,
      edits: {
        type: 'array',
        minItems: 1,
        description: 'Applied in order.',
        items: {
          type: 'object',
          properties: {
            old_text: { type: 'string', description: 'The exact text in the file, without line numbers.' },
            new_text: { type: 'string', description: 'The replacement; empty to delete.' },
            all: { type: 'boolean', description: 'Replaces every occurrence.' },
          },
          required: ['old_text', 'new_text'],
          additionalProperties: false,
        },
      },
    },
    required: ['path', 'edits'],
    schema: v.object({
      path,
      edits: v.pipe(
        v.array(v.object({ old_text: v.string(), new_text: v.string(), all: v.nullish(v.boolean()) })),
        v.minLength(1),
      ),
    }),
    run: (args, signal, callId) =>
      changeText(
        hands,
        {
          tool: 'edit_file',
          kind: 'edit',
          path: args.path,
          newTextFor: (text) => {
            if (text === undefined)
              throw new PathError(`There is no ${args.path}; write_file creates files.`, 'missing');
            const edits = args.edits.map(({ old_text: before, new_text: after, all }) => ({
              before,
              after,
              isForAll: all === true,
            }));
            const edited = applyExactEdits(text, edits);
            if (!edited.isEdited) throw new PathError(edited.problem);
            return edited.text;
          },
        },
        { signal, callId },
      ),
  });
}

function writeFile(hands: Hands): Tool {
  return changingTool({
    name: 'write_file',
    description:
      'Creates a text file or overwrites it as a whole. To change a part of a file, call edit_file.',
    properties: { path: PATH, content: { type: 'string', description: 'The whole text.' } },
    required: ['path', 'content'],
    schema: v.object({ path, content: v.string() }),
    run: (args, signal, callId) =>
      changeText(
        hands,
        { tool: 'write_file', kind: 'write', path: args.path, newTextFor: () => args.content },
        { signal, callId },
      ),
  });
}

function deleteFile(hands: Hands): Tool {
  return changingTool({
    name: 'delete_file',
    description: 'Deletes a file of the workspace. The editor moves it to the trash if it uses one.',
    properties: { path: PATH },
    required: ['path'],
    schema: v.object({ path }),
    run: async (args, signal, callId) => {
      const target = await existingFile(args.path);
      const change = { tool: 'delete_file', kind: 'delete', targets: [target] } as const;
      return ifAllowed(hands, { ...change, signal, callId }, async (place) => {
        const uri = sameTarget(await existingFile(args.path), target);
        const edit = new vscode.WorkspaceEdit();
        edit.deleteFile(uri);
        await hands.changed.during(place, [uri.toString()], () => applyEdit(edit, target.path));
        return `Deleted ${target.path}.`;
      });
    },
  });
}

function renameFile(hands: Hands): Tool {
  return changingTool({
    name: 'rename_file',
    description: 'Renames or moves a file of the workspace. The editor updates imports if it can.',
    properties: {
      path: PATH,
      new_path: { type: 'string', description: 'The new path; nothing may exist there.' },
    },
    required: ['path', 'new_path'],
    schema: v.object({ path, new_path: path }),
    run: async (args, signal, callId) => {
      const from = await existingFile(args.path);
      const to = await freePath(args.new_path, from);
      const change = { tool: 'rename_file', kind: 'rename', targets: [from, to] } as const;
      return ifAllowed(hands, { ...change, signal, callId }, async (place) => {
        const uris = [
          sameTarget(await existingFile(args.path), from),
          sameTarget(await freePath(args.new_path, from), to),
        ] as const;
        const edit = new vscode.WorkspaceEdit();
        edit.renameFile(...uris);
        const files = uris.map(String);
        await hands.changed.during(place, files, () => applyEdit(edit, from.path));
        return `Renamed ${from.path} to ${to.path}.`;
      });
    },
  });
}

/** Returns the URI of `now`. Throws PathError if `now` is not the file that the person was asked about. */
function sameTarget(now: Editable, asked: Editable): vscode.Uri {
  if (now.uri.toString() !== asked.uri.toString())
    throw new PathError(`${asked.path} changed while the person was asked; nothing was done.`);
  return now.uri;
}

/** Returns the new place of a file that is to be renamed. Throws PathError if a file is already there. */
async function freePath(writtenPath: string, renamed: Editable): Promise<Editable> {
  const target = await editablePath(writtenPath, renamed);
  if (target.exists) throw new PathError(`${target.path} already exists.`);
  return target;
}
