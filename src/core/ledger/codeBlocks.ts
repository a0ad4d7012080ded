import { isDefinition, toldDefinition } from './definitions.ts';
import { clipAtWord, quotedLine } from './lines.ts';
import { kindOfName, literalsIn, namesIn, namesOfRun } from './names.ts';
import { scanRuns } from './scanNames.ts';

/** A definition with the names that stand under it. `head` is empty for what stands under no definition. */
export interface CodeBlock<N = string> {
  readonly head: string;
  readonly headNames: readonly N[];
  /** Its names a stretch of code after the other: what stood near each other is told near each other. */
  readonly stretches: readonly Stretch<N>[];
}

/** The names of a few lines that no line before them had, by what the code does with them. */
export type Stretch<N = string> = readonly NamesInRole<N>[];

export interface NamesInRole<N> {
  readonly role: NameRole;
  /** In order of appearance. */
  readonly names: readonly N[];
}

/** What code does with a name, in the order in which it is told. */
const ROLES = [
  /** Followed by `=`, `:=` or `:`: variables, fields, keys. */
  'sets',
  /** Followed by an opening parenthesis. */
  'calls',
  'uses',
  /** Used, and written as types are. */
  'types',
  /** Used, and a path. */
  'files',
  /** Quoted words. */
  'says',
] as const;

export type NameRole = (typeof ROLES)[number];

const LONGEST_TEXT = 200_000;
const LONGEST_LINE = 3000;
const LONGEST_HEAD = 200;
const MOST_BLOCKS = 160;
const MOST_NAMES = 140;
const MOST_PASSING = 40;
const MOST_NAMES_ALONE = 400;
/** Names of a stretch, give or take those of its last line. */
const STRETCH_NAMES = 32;

type OpenStretch = Record<NameRole, string[]>;

interface OpenBlock {
  readonly head: string;
  readonly headNames: readonly string[];
  readonly seen: Set<string>;
  readonly passing: Set<string>;
  readonly stretches: OpenStretch[];
  /** Names seen when the newest stretch began. */
  stretchStart: number;
}

/** The definitions in a piece of code or text, with the names under each. Lines in `known` are left out. */
export function codeBlocksOf(code: string, known?: ReadonlySet<string>): readonly CodeBlock[] {
  let block = openBlock('');
  const blocks = [block];
  for (const raw of code.slice(0, LONGEST_TEXT).split('\n')) {
    if (raw.length < 4) continue;
    const line = raw.slice(0, LONGEST_LINE).trim();
    if (known?.has(line) === true) continue;
    if (blocks.length < MOST_BLOCKS && isDefinition(raw, line)) {
      block = openBlock(quotedLine(clipAtWord(toldDefinition(line), LONGEST_HEAD)));
      blocks.push(block);
    } else if (block.seen.size < (block.head === '' ? MOST_NAMES_ALONE : MOST_NAMES)) addLine(line, block);
  }
  return blocks
    .filter(({ head, seen }) => head !== '' || seen.size > 0)
    .map(({ head, headNames, stretches }) => ({ head, headNames, stretches: stretches.map(closed) }));
}

function closed(stretch: OpenStretch): Stretch {
  return ROLES.map((role) => ({ role, names: stretch[role] })).filter(({ names }) => names.length > 0);
}

function openBlock(head: string): OpenBlock {
  const headNames = head === '' ? [] : namesIn(head);
  return { head, headNames, seen: new Set(headNames), passing: new Set(), stretches: [], stretchStart: 0 };
}

function addLine(line: string, block: OpenBlock): void {
  const hasQuote = scanRuns(line, 0, line.length, (start, end) => {
    const run = line.slice(start, end);
    for (const name of namesOfRun(run)) {
      if (isNew(name, block)) openStretch(block)[roleOf(name, run, line, end)].push(name);
    }
  });
  if (!hasQuote) return;
  for (const literal of literalsIn(line)) if (isNew(literal, block)) openStretch(block).says.push(literal);
}

function openStretch(block: OpenBlock): OpenStretch {
  const names = block.seen.size + block.passing.size;
  let stretch = block.stretches.at(-1);
  if (stretch === undefined || names - block.stretchStart > STRETCH_NAMES) {
    stretch = { sets: [], calls: [], uses: [], types: [], files: [], says: [] };
    block.stretches.push(stretch);
    block.stretchStart = names;
  }
  return stretch;
}

function isNew(name: string, { seen, passing }: OpenBlock): boolean {
  if (seen.has(name) || passing.has(name)) return false;
  const isRoom = !isPassing(name) || passing.size < MOST_PASSING;
  if (isRoom) (isPassing(name) ? passing : seen).add(name);
  return isRoom;
}

/** Numbers, hashes and absolute paths in passing are all but never needed again. */
function isPassing(name: string): boolean {
  const first = name.charAt(0);
  if (first === '/') return true;
  if (first < '0' || (first > '9' && first < 'a') || first > 'f') return false;
  const kind = kindOfName(name);
  return kind === 'number' || kind === 'hash';
}

/** By what follows the name's run in its line, and by how it is written. */
function roleOf(name: string, run: string, line: string, end: number): NameRole {
  if (line.charAt(end) === '(') return 'calls';
  if (run.endsWith(':') || run.endsWith('=')) return 'sets';
  const after = line.slice(end, end + 4).trimStart();
  if (/^(?::=|[:=](?![=>:]))/.test(after)) return 'sets';
  if (/^[A-Z][a-z]\w*$/.test(name)) return 'types';
  return kindOfName(name) === 'path' ? 'files' : 'uses';
}

/** Visits each name of the block, those of its head first. */
export function eachName<N>({ headNames, stretches }: CodeBlock<N>, visit: (name: N) => void): void {
  for (const name of headNames) visit(name);
  for (const stretch of stretches) for (const { names } of stretch) for (const name of names) visit(name);
}

/** The block with each of its names as `of` gives it. */
export function mapNames<N, M>(
  { head, headNames, stretches }: CodeBlock<N>,
  of: (name: N) => M,
): CodeBlock<M> {
  return {
    head,
    headNames: headNames.map(of),
    stretches: stretches.map((stretch) => stretch.map(({ role, names }) => ({ role, names: names.map(of) }))),
  };
}

/** The newer text's names, and behind them those that only the older one had. */
export function mergedBlock<N>(older: CodeBlock<N>, newer: CodeBlock<N>): CodeBlock<N> {
  const known = new Set<N>();
  eachName(newer, (name) => known.add(name));
  const left = older.stretches.map((stretch) => withoutNames(stretch, known));
  const stretches = [...newer.stretches, ...left.filter(({ length }) => length > 0)];
  return { head: newer.head, headNames: newer.headNames, stretches };
}

function withoutNames<N>(stretch: Stretch<N>, known: ReadonlySet<N>): Stretch<N> {
  return stretch
    .map(({ role, names }) => ({ role, names: names.filter((name) => !known.has(name)) }))
    .filter(({ names }) => names.length > 0);
}
