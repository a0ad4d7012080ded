import { crc32 } from 'node:zlib';
import { NEWLINE } from './logFile.ts';
import { parseLine, type ParsedLine } from './parseLine.ts';

/** The text around the checksum. The last field of a line is `crc`, the checksum of the bytes before this field. */
const BEFORE = Buffer.from(',"crc":"');
const AFTER = '"}';
const DIGITS = 8;
const TAIL_BYTES = BEFORE.length + DIGITS + AFTER.length;

/** Returns an entry's JSON as a line of the log, with its checksum and a newline. */
export function sealedLine(json: string): Buffer {
  const line = Buffer.allocUnsafe(Buffer.byteLength(json) - 1 + TAIL_BYTES + 1);
  const at = line.write(json) - 1;
  const digits = crc32(line.subarray(0, at)).toString(16).padStart(DIGITS, '0');
  BEFORE.copy(line, at);
  line.write(`${digits}${AFTER}\n`, at + BEFORE.length, 'latin1');
  return line;
}

/**
 * Parses one line of a log. The last line of a log may lack its newline. A line with a wrong checksum counts as
 * unreadable, since a flipped bit may have changed its text. Lines of earlier versions have no checksum.
 */
export function readLine(line: Buffer): ParsedLine {
  const end = line[line.length - 1] === NEWLINE ? line.length - 1 : line.length;
  const at = end - TAIL_BYTES;
  if (at > 0 && isSealed(line, at) && checksumIn(line, at) !== crc32(line.subarray(0, at)))
    return { type: 'unreadable', why: 'its checksum does not match' };
  return parseLine(line.toString('utf8', 0, end));
}

/**
 * Returns whether a line has a checksum. Compares bytes, since converting the end of each line to a string would take
 * as long as computing the checksum.
 */
function isSealed(line: Buffer, at: number): boolean {
  for (let i = 0; i < BEFORE.length; i++) if (line[at + i] !== BEFORE[i]) return false;
  return true;
}

/** Parses the checksum's eight digits. Returns NaN if any of them is not a lower-case hexadecimal digit. */
function checksumIn(line: Buffer, at: number): number {
  let value = 0;
  for (let i = at + BEFORE.length; i < at + BEFORE.length + DIGITS; i++) {
    const code = line[i] ?? 0;
    const isDigit = code >= 0x30 && code <= 0x39;
    const isLetter = code >= 0x61 && code <= 0x66;
    value = isDigit ? 16 * value + code - 0x30 : isLetter ? 16 * value + code - 0x57 : Number.NaN;
  }
  return value;
}
