import { partsOf, type CommandPart } from './commandParts.ts';
import { placeOf, type Root } from './places.ts';
import type { ParseShellLine } from './shellLine.ts';
import { INTERPRETERS, programOf, SHELLS } from './touched.ts';

export interface FingerprintPorts {
  readonly roots: readonly Root[];
  readonly parse: ParseShellLine;
  /** The text of a file, by its place; undefined where there is none, or none that can be read. */
  readonly read: (place: string) => Promise<string | undefined>;
  readonly hash: (text: string) => string;
}

/** Beside interpreters and shells, these run a file. */
const READS_IN: ReadonlySet<string> = new Set(['source', '.']);
const PACKAGE_RUNNERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
/** Programs whose targets stand in files of these names. */
const TARGETS: ReadonlyMap<string, readonly string[]> = new Map([
  ['make', ['GNUmakefile', 'makefile', 'Makefile']],
  ['gmake', ['GNUmakefile', 'makefile', 'Makefile']],
  ['just', ['justfile', 'Justfile', '.justfile']],
  ['task', ['Taskfile.yml', 'Taskfile.yaml']],
  ['rake', ['Rakefile', 'rakefile']],
]);
const NAMED = /[./\\]/;
/** A script that runs a script that runs a script: what lies deeper is not followed. */
const DEEPEST = 3;

/**
 * A fingerprint of the files that a command runs, as far as its words and its package's scripts name them: the program
 * itself where it is a path, the files that an interpreter is given, package scripts, and files of targets.
 */
export async function fingerprintOf(part: CommandPart, ports: FingerprintPorts): Promise<string> {
  const pieces: string[] = [];
  await addFiles(part, { ...ports, pieces, seen: new Set() }, 0);
  return pieces.length === 0 ? '' : ports.hash(JSON.stringify(pieces));
}

interface Gathering extends FingerprintPorts {
  readonly pieces: string[];
  readonly seen: Set<string>;
}

async function addFiles(part: CommandPart, gathering: Gathering, depth: number): Promise<void> {
  if (depth > DEEPEST) return;
  for (const name of filesNamed(part)) await addFile(name, part, gathering);
  if (PACKAGE_RUNNERS.has(programOf(part.words) ?? '')) await addScripts(part, gathering, depth);
}

function filesNamed({ words }: CommandPart): readonly string[] {
  const program = programOf(words) ?? '';
  const given = words.slice(1).flatMap(({ value }) => (value === undefined ? [] : [value]));
  const own = words[0]?.value ?? '';
  return [
    ...(own.includes('/') || own.includes('\\') ? [own] : []),
    ...(INTERPRETERS.test(program) || SHELLS.has(program) || READS_IN.has(program) || TARGETS.has(program)
      ? given.filter((word) => NAMED.test(word) && !word.startsWith('-'))
      : []),
    ...(TARGETS.get(program) ?? []),
  ];
}

async function addFile(name: string, { folder = '' }: CommandPart, gathering: Gathering): Promise<void> {
  const place = placeOf(name, folder, gathering.roots);
  if (gathering.seen.has(place)) return;
  gathering.seen.add(place);
  gathering.pieces.push(place, (await gathering.read(place)) ?? '');
}

/** The scripts of the package, and what those that are meant run in turn. */
async function addScripts(part: CommandPart, gathering: Gathering, depth: number): Promise<void> {
  const { folder = '', words } = part;
  const place = placeOf('package.json', folder, gathering.roots);
  const scripts = scriptsOf((await gathering.read(place)) ?? '');
  const [verb = '', named = ''] = words
    .slice(1)
    .flatMap(({ value = '' }) => (value.startsWith('-') ? [] : [value]));
  const name = verb === 'run' || verb === 'run-script' ? named : verb === 't' ? 'test' : verb;
  for (const each of [`pre${name}`, name, `post${name}`]) {
    const key = `${place}:${each}`;
    const script = scripts.get(each);
    if (gathering.seen.has(key)) continue;
    gathering.seen.add(key);
    gathering.pieces.push(key, script ?? '');
    const judged = partsOf(script ?? '', folder, gathering.parse);
    if (judged.kind === 'parts')
      for (const inner of judged.parts) await addFiles(inner, gathering, depth + 1);
  }
}

function scriptsOf(manifest: string): ReadonlyMap<string, string> {
  try {
    const read = JSON.parse(manifest) as { scripts?: unknown } | null;
    const scripts = typeof read?.scripts === 'object' && read.scripts !== null ? read.scripts : {};
    return new Map(Object.entries(scripts).map(([name, script]) => [name, String(script)]));
  } catch {
    return new Map();
  }
}
