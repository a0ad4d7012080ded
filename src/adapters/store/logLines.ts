import { setImmediate } from 'node:timers/promises';
import { NEWLINE, type LogFile } from './logFile.ts';

/** One line of the log, including its newline. */
export type LogLine = Buffer;

const CHUNK_BYTES = 1 << 18;

/**
 * Yields the complete lines from an offset on, in batches of about 0.25 MB; a batch with a longer line is larger. Omits
 * an incomplete last line. Lets other work run between batches.
 */
export async function* linesFrom(file: LogFile, from: number): AsyncGenerator<readonly LogLine[]> {
  let offset = from;
  let unfinished: Buffer[] = [];
  for (;;) {
    const chunk = file.read(offset, CHUNK_BYTES);
    if (chunk.length === 0) return;
    offset += chunk.length;
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end === 0) {
      unfinished.push(chunk);
      continue;
    }
    yield splitLines(Buffer.concat([...unfinished, chunk.subarray(0, end)]));
    unfinished = [chunk.subarray(end)];
    await setImmediate();
  }
}

/** Splits bytes after each newline. Omits bytes after the last newline. */
export function splitLines(bytes: Buffer): readonly LogLine[] {
  const lines: LogLine[] = [];
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    lines.push(bytes.subarray(start, end + 1));
    start = end + 1;
  }
  return lines;
}

/** Returns a line's text without its newline. */
export function textOfLine(line: LogLine): string {
  return line.toString('utf8', 0, line.length - 1);
}
