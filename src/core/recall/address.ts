import type { MessageId } from '../log/entry.ts';

/**
 * The address of an original text, e.g. `m42`, or of a range of its lines, e.g. `m42:10-80`. An offset continues within
 * a long line, e.g. `m42:3+16000`.
 */
export interface RecallAddress {
  readonly id: MessageId;
  readonly lines?: LineRange;
}

/** A range of lines, numbered from 1. Without `last`, the range goes to the end of the text. */
export interface LineRange {
  readonly first: number;
  readonly last?: number;
  /** The number of characters to skip in the first line. */
  readonly offset?: number;
}

const ADDRESS = String.raw`(m\d+)(?::(\d+)(?:\+(\d+))?(-(\d+)?)?)?`;
const ADDRESS_ALONE = new RegExp(`^${ADDRESS}$`, 'i');
const ADDRESS_IN_STUB = new RegExp(String.raw`\brecall\s+${ADDRESS}[\s…]*\]?$`, 'i');

/**
 * Parses `m42`, `recall m42`, or a text whose first line ends with `recall m42]` (a stub) or `recall m42 …]` (the gap
 * in an excerpt). Returns undefined for other texts.
 */
export function parseAddress(text: string): RecallAddress | undefined {
  const [trimmed = ''] = text.trim().split('\n');
  const match = ADDRESS_ALONE.exec(trimmed) ?? ADDRESS_IN_STUB.exec(trimmed);
  if (match === null) return undefined;
  const [, id = '', first, offset, dash, last] = match;
  const address = { id: id.toLowerCase() };
  if (first === undefined) return address;
  const end = dash === undefined ? Number(first) : last === undefined ? undefined : Number(last);
  return {
    ...address,
    lines: {
      first: Number(first),
      ...(end === undefined ? {} : { last: end }),
      ...(offset === undefined ? {} : { offset: Number(offset) }),
    },
  };
}

/** Formats an address as it is written after the word `recall` in a stub, e.g. `m42:10-80`. */
export function formatAddress({ id, lines }: RecallAddress): string {
  if (lines === undefined) return id;
  const { first, last, offset } = lines;
  const start = offset === undefined ? `${first}` : `${first}+${offset}`;
  return last === first ? `${id}:${start}` : `${id}:${start}-${last ?? ''}`;
}
