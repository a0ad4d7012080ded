import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bashLine } from '../../src/adapters/shell/bashLine.ts';
import { partsOf } from '../../src/core/approval/commandParts.ts';
import { placeOf } from '../../src/core/approval/places.ts';
import { seededRandom } from '../bench/retention/seeded.ts';
import { withCommas, type Trial } from './trial.ts';

/**
 * Runs random lines with `cd` in bash. Some of the folders in the lines are missing. Checks that each command runs in a
 * folder that the judge of approvals expected for this command, unless the judge does not know the folder.
 */
export const folders: Trial = {
  what: 'lines with cd, each run by bash',
  usual: 2_000,
  run({ count, seed, progress }) {
    const random = seededRandom(seed);
    const failures: string[] = [];
    let commands = 0;
    let known = 0;
    for (let done = 0; done < count; done++) {
      const line = new RandomLine(random).text;
      for (const { id, place } of placesIn(line, random)) {
        commands += 1;
        const expected = expectedPlaces(line, id);
        if (expected === undefined) continue;
        known += 1;
        if (!expected.has(place))
          failures.push(`line ${String(done)}, command ${id} ran in “${place}”: ${line}`);
      }
      progress(done + 1);
    }
    const figures = `the folder was known for ${withCommas(known)} of ${withCommas(commands)} commands`;
    return Promise.resolve({ failures, figures });
  },
};

const TARGETS = ['a', 'b', '..', '../a', 'a/b', './b'] as const;
/** The maximum nesting depth of blocks. */
const DEEPEST = 2;

/** A random line of bash. The commands `note 1`, `note 2`, … record the folder in which they run. */
class RandomLine {
  readonly text: string;
  #notes = 0;

  constructor(private readonly random: () => number) {
    this.text = `${this.#list(DEEPEST)}; ${this.#note()}`;
  }

  #pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[Math.floor(this.random() * choices.length)] ?? choices[0];
  }

  #note(): string {
    this.#notes += 1;
    return `note ${String(this.#notes)}`;
  }

  #cd(): string {
    return `cd ${this.#pick(TARGETS)}`;
  }

  #list(depth: number): string {
    let text = this.#chain(depth);
    while (this.random() < 0.45) text += `${this.#pick(['; ', '; ', '; ', ' & '])}${this.#chain(depth)}`;
    return text;
  }

  #chain(depth: number): string {
    let text = this.#command(depth);
    while (this.random() < 0.4) text += ` ${this.#pick(['&&', '&&', '||', '|'])} ${this.#command(depth)}`;
    return text;
  }

  #command(depth: number): string {
    if (depth === 0 || this.random() < 0.6) return this.random() < 0.5 ? this.#note() : this.#cd();
    const list = this.#list(depth - 1);
    const inQuotes = list.includes("'") ? 'true' : list;
    return this.#pick([
      `(${list})`,
      `{ ${list}; }`,
      `if ${list}; then ${this.#list(depth - 1)}; fi`,
      `for i in 1 2; do ${list}; done`,
      `echo "$(${list})"`,
      `${this.#cd()} > "$(${list}; echo /dev/null)"`,
      `! ${list}`,
      `eval '${inQuotes}'`,
      `${this.#pick(['', 'timeout 5 ', 'env A=1 '])}bash -c '${inQuotes}'`,
      `find . -maxdepth 0 -exec bash -c '${inQuotes}' \\;`,
    ]);
  }
}

interface Noted {
  readonly id: string;
  /** The folder in which the command ran. The path is relative if the folder is inside the workspace folder. */
  readonly place: string;
}

/**
 * Runs a line in a new workspace folder, and returns where each `note` ran. Some of the folders that the line names are
 * missing.
 */
function placesIn(line: string, random: () => number): readonly Noted[] {
  const top = mkdtempSync(join(tmpdir(), 'longthread-folders-'));
  try {
    const root = join(top, 'one', 'two', 'app');
    mkdirSync(root, { recursive: true });
    for (const folder of [root, join(top, 'one', 'two'), join(top, 'one')])
      for (const below of ['a', 'b', 'a/a', 'a/b', 'b/a'])
        if (random() < 0.5) mkdirSync(join(folder, below), { recursive: true });
    const program = join(top, 'note');
    // Every third `note` command fails.
    writeFileSync(program, `#!/bin/sh\necho "$1 $PWD" >> "${top}/noted"\n[ $(($1 % 3)) -ne 0 ]\n`);
    chmodSync(program, 0o755);
    writeFileSync(join(top, 'noted'), '');
    const env = { PATH: `${top}:${process.env['PATH'] ?? ''}` };
    spawnSync('bash', ['-c', `${line}; wait`], { cwd: root, env, stdio: 'ignore' });
    const rows = readFileSync(join(top, 'noted'), 'utf8').trim().split('\n');
    return rows.flatMap((row) => {
      const [id = '', folder = ''] = row.split(' ');
      return id === '' ? [] : [{ id, place: relativePlace(folder, root) }];
    });
  } finally {
    // A background command may still write its note.
    rmSync(top, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** The path of the workspace folder as the judge gets it. On the disk, this path is below a temporary folder. */
const ROOT = '/one/two/app';

function relativePlace(folder: string, root: string): string {
  const top = root.slice(0, -ROOT.length);
  return placeOf(folder.slice(top.length) || '/', '', [{ name: 'app', path: ROOT }]);
}

/** Returns the places in which the judge expects a command to run; undefined if the judge does not know the folder. */
function expectedPlaces(line: string, id: string): ReadonlySet<string> | undefined {
  const judged = partsOf(line, '', bashLine);
  const parts = judged.kind === 'parts' ? judged.parts : [];
  const own = parts.filter(({ words: [name, nth] }) => name?.value === 'note' && nth?.value === id);
  const all = own.flatMap(({ folder, otherFolders }) => [folder, ...otherFolders]);
  if (judged.kind === 'unclear' || all.includes(undefined)) return undefined;
  const places = all.map((folder) => placeOf('.', folder ?? '', [{ name: 'app', path: ROOT }]));
  return new Set(places);
}
