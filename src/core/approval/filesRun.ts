import { partsOf, type CommandPart } from './commandParts.ts';
import { placeOf, type Root } from './places.ts';
import type { ParseShellLine, ShellWord } from './shellLine.ts';
import { INTERPRETERS, programOf, SHELLS } from './touched.ts';

export interface FingerprintPorts {
  readonly roots: readonly Root[];
  readonly parse: ParseShellLine;
  /** Returns the text of a file; undefined if the file does not exist or can't be read. */
  readonly read: (place: string) => Promise<string | undefined>;
  readonly hash: (text: string) => string;
}

/** Further commands, besides interpreters and shells, that run a file. */
const SOURCING: ReadonlySet<string> = new Set(['source', '.']);
const PACKAGE_RUNNERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun']);
/** Match the words of a runner at the beginning of a line. The remaining words are the command that the runner runs. */
const RUNNER_BEGINNINGS: readonly RegExp[] = [
  /^(?:npx|pnpx|bunx|uvx)(?= )/,
  /^(?:npm|pnpm|yarn|bun) (?:exec|x|dlx)(?= )/,
  /^(?:uv|poetry|pipenv|pdm|hatch|rye) run(?= )/,
  /^bundle exec(?= )/,
];
const MAKEFILES = ['GNUmakefile', 'makefile', 'Makefile'];
const TASKFILES = ['Taskfile', 'taskfile'].flatMap((name) =>
  ['yml', 'yaml', 'dist.yml', 'dist.yaml'].map((ending) => `${name}.${ending}`),
);
const INVOKE_FILES = ['tasks.py', 'tasks/__init__.py'];
const COMPOSE_FILES = ['compose', 'docker-compose'].flatMap((name) =>
  ['yaml', 'yml', 'override.yaml', 'override.yml'].map((ending) => `${name}.${ending}`),
);
/** For each program with targets: the names of the files that define the targets. */
const TARGETS: ReadonlyMap<string, readonly string[]> = new Map([
  ['make', MAKEFILES],
  ['gmake', MAKEFILES],
  ['just', ['justfile', 'Justfile', '.justfile']],
  ['task', TASKFILES],
  ['rake', ['Rakefile', 'rakefile', 'Rakefile.rb', 'rakefile.rb']],
  ['deno', ['deno.json', 'deno.jsonc', 'package.json']],
  ['composer', ['composer.json']],
  ['tox', ['tox.ini', 'tox.toml', 'pyproject.toml', 'setup.cfg']],
  ['nox', ['noxfile.py']],
  ['invoke', INVOKE_FILES],
  ['inv', INVOKE_FILES],
  ['gulp', ['gulpfile.js', 'gulpfile.mjs', 'gulpfile.cjs', 'gulpfile.ts']],
  ['grunt', ['Gruntfile.js', 'Gruntfile.coffee']],
  ['docker-compose', COMPOSE_FILES],
  ['docker compose', COMPOSE_FILES],
]);
/** Matches a program that is written with a path or an extension. Such a program may be a file of the workspace. */
const FILE_AS_PROGRAM = /[/\\]|\.\w+$/;
const HAS_EXTENSION = /\.\w+$/;
/** Endings that an interpreter adds to a name to find a file. */
const ADDED_EXTENSIONS = ['', '.js', '.mjs', '.cjs', '.ts', '.py', '/index.js', '/__main__.py'];
/** The maximum nesting depth of scripts that run scripts. Deeper scripts are not read. */
const DEEPEST = 3;

/**
 * Returns a fingerprint of the files that a command runs; an empty text if nothing is found. Finds only the files that
 * the command's words and package scripts name: a program that is written as a path, the files given to an interpreter,
 * package scripts, and files that define targets.
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
  for (const command of commandsOfRunner(part)) await addFiles(command, gathering, depth + 1);
}

/**
 * Returns the commands that a runner such as `npx` may run, without the runner's options; none without a runner. The
 * word after an option may be the option's value or the program (`uv run --with rich python a.py`), so it counts as
 * both.
 */
function commandsOfRunner(part: CommandPart): readonly CommandPart[] {
  const line = `${[programOf(part.words) ?? '', ...part.words.slice(1).map(({ value = '' }) => value)].join(' ')} `;
  const found = RUNNER_BEGINNINGS.find((pattern) => pattern.test(line))?.exec(line);
  if (found === undefined || found === null) return [];
  const behind = part.words.slice(found[0].split(' ').length);
  const isOption = (word: ShellWord | undefined): boolean => word?.value?.startsWith('-') === true;
  const commands: CommandPart[] = [];
  for (let at = 0; at < behind.length; at += 1) {
    if (isOption(behind[at])) continue;
    commands.push({ ...part, words: behind.slice(at) });
    if (!isOption(behind[at - 1])) break;
  }
  return commands;
}

function filesNamed({ words }: CommandPart): readonly string[] {
  const program = programOf(words) ?? '';
  const given = words.slice(1).flatMap(({ value = '' }) => {
    const operand = value.startsWith('-') ? /^--?[\w-]+=(.+)$/s.exec(value)?.[1] : value;
    return operand === undefined ? [] : [operand];
  });
  const written = words[0]?.value ?? '';
  const targets = TARGETS.get(program) ?? TARGETS.get(`${program} ${words[1]?.value ?? ''}`);
  const isRunning = INTERPRETERS.test(program) || SHELLS.has(program) || SOURCING.has(program);
  return [
    ...(FILE_AS_PROGRAM.test(written) ? [written] : []),
    ...(isRunning ? given.flatMap(namesOf) : []),
    // An argument may name the folder of the file, as in `make -C sub`, or the file, as in `make -f other.mk`.
    ...(targets === undefined
      ? []
      : [...targets, ...given.flatMap((word) => [word, ...targets.map((name) => `${word}/${name}`)])]),
  ];
}

/** Returns the files that a word may name: the word as written, the word with an extension, or a Python module. */
function namesOf(word: string): readonly string[] {
  // A word with these characters is inline code, not a name.
  if (/[\s;(]/.test(word) || word.length > 300) return [];
  const asModule = /^\w+(?:\.\w+)+$/.test(word) ? [`${word.replaceAll('.', '/')}.py`] : [];
  return [
    ...(HAS_EXTENSION.test(word) ? [word] : ADDED_EXTENSIONS.map((ending) => `${word}${ending}`)),
    ...asModule,
  ];
}

async function addFile(name: string, { folder = '' }: CommandPart, gathering: Gathering): Promise<void> {
  const place = placeOf(name, folder, gathering.roots);
  if (gathering.seen.has(place)) return;
  gathering.seen.add(place);
  const text = await gathering.read(place);
  // A missing file adds nothing, so the fingerprint changes as soon as the file exists.
  if (text !== undefined) gathering.pieces.push(place, text);
}

/**
 * Adds the package scripts that the command runs, and the files and scripts that these package scripts run. If an
 * option may select another package, or if the subcommand may run any script, adds all package scripts of the
 * command's folder and of each folder that the command names.
 */
async function addScripts(part: CommandPart, gathering: Gathering, depth: number): Promise<void> {
  const { words } = part;
  const given = words.slice(1).map(({ value = '' }) => value);
  const [verb = '', named = ''] = given.filter((word) => !word.startsWith('-'));
  const name = RUN_ALIASES.test(verb) ? named : /^(?:t|tst)$/.test(verb) ? 'test' : verb;
  const end = given.indexOf('--');
  const hasOptions = given.slice(0, end < 0 ? undefined : end).some((word) => word.startsWith('-'));
  if (hasOptions || MAY_RUN_ANY_SCRIPT.test(verb)) await addAllScripts(part, gathering);
  await addScript(name, part, gathering, depth);
}

const RUN_ALIASES = /^(?:run|run-script|rum|urn)$/;
const MAY_RUN_ANY_SCRIPT =
  /^(?:|i|in\w*|isntall\w*|ci|cit|it|add|clean-install\w*|update|up|upgrade|udpate|dedupe|link|rebuild|rb|prune|pack|publish|version|restart|rs\w*|uninstall|un|remove|rm|r|workspaces?|recursive|m|multi)$/;

async function addAllScripts({ folder = '', words }: CommandPart, gathering: Gathering): Promise<void> {
  const named = words.slice(1).map(({ value = '' }) => value.replace(/^--?[\w-]+=/, ''));
  for (const each of ['', ...named]) {
    const place = placeOf(`${each === '' ? '.' : each}/package.json`, folder, gathering.roots);
    const key = `${place}:`;
    const text = gathering.seen.has(key) ? undefined : await gathering.read(place);
    gathering.seen.add(key);
    if (text !== undefined) gathering.pieces.push(key, JSON.stringify([...scriptsOf(text)]));
  }
}

async function addScript(
  wanted: string,
  part: CommandPart,
  gathering: Gathering,
  depth: number,
): Promise<void> {
  const { folder = '' } = part;
  const place = placeOf('package.json', folder, gathering.roots);
  const scripts = scriptsOf((await gathering.read(place)) ?? '');
  for (const each of [`pre${wanted}`, wanted, `post${wanted}`]) {
    const key = `${place}:${each}`;
    const script = scripts.get(each);
    if (gathering.seen.has(key)) continue;
    gathering.seen.add(key);
    gathering.pieces.push(key, script ?? '');
    const judged = partsOf(script ?? '', folder, gathering.parse);
    if (judged.kind === 'parts')
      for (const command of judged.parts) await addFiles(command, gathering, depth + 1);
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
