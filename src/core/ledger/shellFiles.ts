import { codeBlocksOf } from './codeBlocks.ts';
import type { FileTouch } from './fileTouch.ts';
import { tellingCommands, type ShellDocument, type ShellScript } from './shellScript.ts';

const DELETION = /^(?:git\s+)?rm\s+(?:-[\w-]+\s+)*(.+)/;
const FILE = /^[\w@./~-]*\.[\w@./~-]*\w$/;
/** `cat FILE`, `sed -n 1,80p FILE`, `head -50 FILE`: one file, shown as it is. */
const READING =
  /^(?:cat|bat|head|tail|nl|less|sed\s+-n)\s+(?:(?:-{1,2}\w+|\+?\d+|'?(\d+),(\d+)p'?)\s+)*([\w@./~-]+\.\w+)$/;
/** `cat > FILE` and `tee FILE` with a document. */
const WRITING = /^(?:cat\s*(>>?)|tee(?:\s+(-a))?)\s*["']?([\w@./~-]+)["']?$/;

/** The files that a script writes or deletes, or the one that it shows. */
export function shellFiles(script: ShellScript): readonly FileTouch[] {
  const written = script.documents.flatMap(writtenFile);
  const deleted = script.commands.flatMap(deletedFiles);
  if (written.length + deleted.length > 0) return [...written, ...deleted];
  const [only, ...others] = tellingCommands(script);
  return only === undefined || others.length > 0 ? [] : shownFile(only);
}

function writtenFile({ command, text }: ShellDocument): readonly FileTouch[] {
  const [, into, append, path] = WRITING.exec(command) ?? [];
  if (path === undefined) return [];
  const isAdded = into === '>>' || append !== undefined;
  return [{ path, operation: isAdded ? 'edited' : 'wrote', code: codeBlocksOf(text) }];
}

function deletedFiles(command: string): readonly FileTouch[] {
  const gone = DELETION.exec(command)?.[1]?.split(/\s+/) ?? [];
  return gone.flatMap((path) => (FILE.test(path) ? [{ path, operation: 'deleted', code: [] }] : []));
}

function shownFile(command: string): readonly FileTouch[] {
  const [, from, to, path] = READING.exec(command) ?? [];
  if (path === undefined) return [];
  const [first, last] = [Number(from), Number(to)];
  return [{ path, operation: 'read', code: [], ...(last > first ? { range: [first, last] as const } : {}) }];
}
