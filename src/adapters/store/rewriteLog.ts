import { asWritten } from '../../core/log/notesLine.ts';
import type { Entry, EntryId } from '../../core/log/entry.ts';
import { asStoreError } from './asStoreError.ts';
import { readLine, sealedLine } from './checksum.ts';
import { OWN_FILE, type FileSystem } from './fileSystem.ts';
import type { LogFile } from './logFile.ts';
import { linesFrom, type LogLine } from './logLines.ts';

/**
 * Writes a log's transformed lines to another path, and flushes them to the disk. Copies these lines byte for byte:
 * entries that the transform returns unchanged, unreadable lines, and lines of a newer version.
 *
 * @returns the ids of the entries that changed
 */
export async function writeTransformed(
  fs: FileSystem,
  from: LogFile,
  to: { readonly path: string; readonly transform: (entry: Entry) => Entry },
): Promise<ReadonlySet<EntryId>> {
  const changed = new Set<EntryId>();
  const fd = fs.openSync(to.path, 'w', OWN_FILE);
  try {
    for await (const lines of linesFrom(from, 0))
      writeWhole(fs, fd, Buffer.concat(lines.map((line) => transformLine(line, to.transform, changed))));
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
  return changed;
}

/**
 * Runs `replace`, which replaces a log by the new log at `path`. If `replace` fails, throws StoreError and removes the
 * new log, since no copy of a session may be left behind.
 */
export async function replaceOrRemove(
  fs: FileSystem,
  path: string,
  replace: () => Promise<void>,
): Promise<void> {
  try {
    await replace();
  } catch (error) {
    try {
      fs.rmSync(path, { force: true });
    } catch {
      // The session's next owner will remove it.
    }
    throw asStoreError(error, 'Nothing was forgotten, because the session could not be rewritten');
  }
}

function transformLine(line: LogLine, transform: (entry: Entry) => Entry, changed: Set<EntryId>): Buffer {
  const parsed = readLine(line);
  if (parsed.type !== 'entry') return line;
  const next = transform(parsed.entry);
  if (next === parsed.entry) return line;
  changed.add(parsed.entry.id);
  return sealedLine(JSON.stringify(asWritten(next)));
}

function writeWhole(fs: FileSystem, fd: number, bytes: Buffer): void {
  let written = 0;
  while (written < bytes.length) written += fs.writeSync(fd, bytes, written, bytes.length - written);
}
