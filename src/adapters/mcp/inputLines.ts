import { StringDecoder } from 'node:string_decoder';

/** A longer line is not a request to this server. */
const LONGEST_LINE = 4 << 20;

/**
 * Yields the lines of a stream, split only at LF, since JSON may contain other separators. Yields null for a line that
 * is too long.
 */
export async function* inputLines(input: AsyncIterable<Buffer | string>): AsyncGenerator<string | null> {
  const decoder = new StringDecoder('utf8');
  let pieces: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    length += piece.length;
    if (length > LONGEST_LINE) pieces = [];
    else pieces.push(piece);
  };
  const finish = (): string | null => {
    const line = length > LONGEST_LINE ? null : pieces.join('');
    [pieces, length] = [[], 0];
    return line;
  };
  for await (const chunk of input) {
    const [first = '', ...others] = (typeof chunk === 'string' ? chunk : decoder.write(chunk)).split('\n');
    add(first);
    for (const piece of others) {
      yield finish();
      add(piece);
    }
  }
  if (length > 0) yield finish();
}
