import { isDefinition, toldDefinition } from './definitions.ts';
import { clipAtWord, quotedLine } from './lines.ts';
import { kindOfName, literalsIn, namesIn, namesOfRun } from './names.ts';
import { scanRuns } from './scanNames.ts';

/**
 * A definition with the names that stand under it, by what the code does with them; each in order of appearance.
 * `head` is empty for what stands under no definition.
 */
export interface CodeBlock {
  readonly head: string;
  readonly headNames: readonly string[];
  /** Followed by an opening parenthesis. */
  readonly calls: readonly string[];
  /** Followed by `=`, `:=` or `:`: variables, fields, keys. */
  readonly sets: readonly string[];
  /** Quoted words. */
  readonly says: readonly string[];
  readonly uses: readonly string[];
}

export type NameRole = 'calls' | 'sets' | 'says' | 'uses';

const LONGEST_TEXT = 200_000;
const LONGEST_LINE = 3000;
const LONGEST_HEAD = 200;
const MOST_BLOCKS = 160;
const MOST_NAMES = 80;
const MOST_PASSING = 40;
const MOST_NAMES_ALONE = 400;

interface OpenBlock {
  readonly head: string;
  readonly headNames: readonly string[];
  readonly seen: Set<string>;
  readonly passing: Set<string>;
  readonly calls: string[];
  readonly sets: string[];
  readonly says: string[];
  readonly uses: string[];
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
    .map(({ head, headNames, calls, sets, says, uses }) => ({ head, headNames, calls, sets, says, uses }));
}

function openBlock(head: string): OpenBlock {
  const headNames = head === '' ? [] : namesIn(head);
  return {
    head,
    headNames,
    seen: new Set(headNames),
    passing: new Set(),
    calls: [],
    sets: [],
    says: [],
    uses: [],
  };
}

function addLine(line: string, block: OpenBlock): void {
  const hasQuote = scanRuns(line, 0, line.length, (start, end) => {
    const run = line.slice(start, end);
    for (const name of namesOfRun(run)) {
      if (isNew(name, block)) block[roleOf(run, line, end)].push(name);
    }
  });
  if (!hasQuote) return;
  for (const literal of literalsIn(line)) if (isNew(literal, block)) block.says.push(literal);
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

/** By what follows the name in its line. */
function roleOf(run: string, line: string, end: number): NameRole {
  const next = line.charAt(end);
  if (next === '(') return 'calls';
  if (run.endsWith(':') || run.endsWith('=')) return 'sets';
  const after = line.slice(end, end + 4).trimStart();
  return /^(?::=|[:=](?![=>:]))/.test(after) ? 'sets' : 'uses';
}

export function namesOfBlock(block: CodeBlock): readonly string[] {
  return [...block.headNames, ...block.calls, ...block.sets, ...block.says, ...block.uses];
}
