import { open, readdir, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseJson } from './json.ts';

/** A chat that VS Code itself stores for a workspace. */
export interface EditorChat {
  readonly path: string;
  /** The title by the person or the editor, or the beginning of the chat if there is no title. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/**
 * Returns the folder in which VS Code stores the workspace's chats. If no folder is open, returns the folder with the
 * chats of empty windows. VS Code's folder is next to the extension's storage folder.
 */
export function editorChatsFolder(given: {
  readonly storage: string | undefined;
  readonly globalStorage: string;
}): string {
  return given.storage === undefined
    ? join(dirname(given.globalStorage), 'emptyWindowChatSessions')
    : join(dirname(given.storage), 'chatSessions');
}

/** Lists the chats in VS Code's folder, newest first. Omits empty chats. */
export async function listEditorChats(folder: string): Promise<readonly EditorChat[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /\.jsonl?$/u.test(name)).map((name) => join(folder, name));
  const chats = await Promise.all(files.map(chatIn));
  return chats.flatMap((chat) => chat ?? []).sort((a, b) => b.changedAt - a.changedAt);
}

/**
 * The number of bytes at the beginning and at the end of a file that are searched for the title and the first words. A
 * whole chat may have many megabytes.
 */
const END_BYTES = 64 * 1024;

async function chatIn(path: string): Promise<EditorChat | undefined> {
  const file = await open(path).catch(() => undefined);
  try {
    const { size = 0, mtimeMs = 0 } = (await file?.stat()) ?? {};
    const start = await textAt(file, 0);
    const end = size > END_BYTES ? await textAt(file, Math.max(END_BYTES, size - END_BYTES)) : '';
    const title = titleIn(start + end) ?? beginningIn(start);
    return title === undefined ? undefined : { path, title, changedAt: mtimeMs };
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}

async function textAt(file: FileHandle | undefined, position: number): Promise<string> {
  if (file === undefined) return '';
  const { buffer, bytesRead } = await file.read(Buffer.alloc(END_BYTES), 0, END_BYTES, position);
  return buffer.toString('utf8', 0, bytesRead);
}

const STRING = String.raw`"((?:[^"\\]|\\.){1,2000})"`;
/**
 * Matches a title as a field, or as a changed value in a file of changes (`.jsonl`). A message that contains such a
 * field does not match, since the file escapes the quotes in a message.
 */
const TITLE = new RegExp(String.raw`"customTitle"(?:\s*:\s*|\],"v":)${STRING}`, 'gu');
const BEGINNING = new RegExp(String.raw`"message"\s*:\s*\{[\s\S]*?"text"\s*:\s*${STRING}`, 'u');

function titleIn(text: string): string | undefined {
  return unescaped([...text.matchAll(TITLE)].at(-1)?.[1]);
}

function beginningIn(text: string): string | undefined {
  return unescaped(BEGINNING.exec(text)?.[1])?.split('\n', 1)[0];
}

function unescaped(escaped: string | undefined): string | undefined {
  const text = escaped === undefined ? undefined : parseJson(`"${escaped}"`);
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}
