import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { seededRandom, shuffled } from '../bench/retention/seeded.ts';
import { runsWithoutEditor } from '../support/runtimeImports.ts';
import { coverageMap, testsOf, type CoverageMap } from './coverageMap.ts';
import { whyEquivalent } from './equivalents.ts';
import { mutationsOf, type Mutation } from './mutations.ts';
import { ProjectCopy } from './projectCopy.ts';

/**
 * Breaks the code of a folder on purpose, with one small change at a time, and checks whether a unit test fails.
 * `npm run mutants -- --folder core/session --count 60 --seed 7`. The exit code is 1 if the tests detect less than
 * `--floor` percent of the changes.
 */

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'core/session' },
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    floor: { type: 'string', default: '0' },
  },
});
const seed = Number(values.seed);

interface Mutant extends Mutation {
  readonly file: string;
}

type Fate = 'noticed' | 'survived' | 'equivalent';

/** Chooses mutants at random, in turn from each kind. Otherwise, most mutants would be changed constants. */
function chosen(folder: string, count: number): readonly Mutant[] {
  const files = globSync(`src/${folder}/**/*.ts`).sort();
  const all = files
    .filter((file) => runsWithoutEditor(path.resolve(file)))
    .flatMap((file) => mutationsOf(readFileSync(file, 'utf8')).map((mutation) => ({ ...mutation, file })));
  const byKind = Map.groupBy(shuffled(all, seededRandom(seed)), ({ kind }) => kind);
  const queues = [...byKind.values()].map((queue) => [...queue]);
  const mutants: Mutant[] = [];
  while (mutants.length < count && queues.some((queue) => queue.length > 0)) {
    mutants.push(...queues.flatMap((queue) => queue.splice(0, 1)));
  }
  return mutants.slice(0, count);
}

const described = ({ file, line, kind, before, after }: Mutant): string =>
  `${file}:${line}  ${kind}: ${oneLine(before)} → ${after === ';' ? 'nothing' : oneLine(after)}`;

function oneLine(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  return flat.length <= 70 ? flat : `${flat.slice(0, 50)} … ${flat.slice(-15)}`;
}

class Trial {
  readonly #copy = new ProjectCopy('mutant');
  /** Tests that also fail on the original code, so their failures are ignored. */
  readonly #failingAnyway = new Set<string>();
  readonly #passing = new Set<string>();

  constructor(private readonly map: CoverageMap) {}

  async fateOf(mutant: Mutant): Promise<Fate> {
    const source = readFileSync(mutant.file, 'utf8');
    if (whyEquivalent(mutant.file, source, mutant) !== undefined) return 'equivalent';
    const mutated = source.slice(0, mutant.start) + mutant.after + source.slice(mutant.end);
    for (;;) {
      this.#copy.write(mutant.file, mutated);
      const failing = await this.#failing(mutant);
      this.#copy.write(mutant.file, source);
      if (failing === undefined) return 'survived';
      if (failing === '' || (await this.#passesOnOriginal(failing))) return 'noticed';
    }
  }

  /**
   * Returns a test that fails. Returns '' if the mutant can't be loaded or does not end, and undefined if all tests
   * pass.
   */
  async #failing(mutant: Mutant): Promise<string | undefined> {
    const tests = testsOf(this.map, mutant.file, mutant.start).filter(
      ({ title }) => !this.#failingAnyway.has(title),
    );
    if (tests.length === 0) return undefined;
    const byFile = Map.groupBy(tests, ({ file }) => file);
    const tookMs = (file: string): number =>
      (byFile.get(file) ?? []).reduce((sum, test) => sum + test.milliseconds, 0);
    const files = [...byFile.keys()].sort((a, b) => tookMs(a) - tookMs(b));
    const withinMs = 60_000 + 5 * files.reduce((sum, file) => sum + tookMs(file), 0);
    const titles = tests.map(({ title }) => title);
    const end = await this.#copy.run({ files, titles, seed, traces: false }, withinMs);
    if (end.type === 'passed') return undefined;
    return end.type === 'failed' ? end.test : '';
  }

  /** Returns whether a test passes on the original code. Each test is tried only once. */
  async #passesOnOriginal(title: string): Promise<boolean> {
    if (this.#passing.has(title)) return true;
    const files = this.map.tests.filter((test) => test.title === title).map(({ file }) => file);
    if (files.length === 0) return true;
    const end = await this.#copy.run({ files, titles: [title], seed, traces: false }, 120_000);
    (end.type === 'passed' ? this.#passing : this.#failingAnyway).add(title);
    return end.type === 'passed';
  }

  end(): void {
    this.#copy.remove();
  }
}

const mutants = chosen(values.folder, Number(values.count));
console.log(
  `${mutants.length} mutants of src/${values.folder}, seed ${seed}; tracing the tests where needed …`,
);
const trial = new Trial(await coverageMap(seed));
const fates = new Map<Mutant, Fate>();
for (const mutant of mutants) {
  const fate = await trial.fateOf(mutant);
  fates.set(mutant, fate);
  console.log(`${String(fates.size).padStart(4)}/${mutants.length} ${fate.padEnd(10)} ${described(mutant)}`);
}
trial.end();

const withFate = (wanted: Fate): readonly Mutant[] =>
  mutants.filter((mutant) => fates.get(mutant) === wanted);
const judged = mutants.length - withFate('equivalent').length;
const percent = judged === 0 ? 100 : (100 * withFate('noticed').length) / judged;
console.log(`\nSurvivors:${withFate('survived').length === 0 ? ' none' : ''}`);
for (const mutant of withFate('survived')) console.log(`  ${described(mutant)}`);
for (const [kind, ofKind] of Map.groupBy(mutants, (mutant) => mutant.kind)) {
  const noticed = ofKind.filter((mutant) => fates.get(mutant) === 'noticed').length;
  console.log(`  ${kind.padEnd(14)} ${noticed} of ${ofKind.length} noticed`);
}
console.log(
  `src/${values.folder}: ${withFate('noticed').length} of ${judged} noticed (${percent.toFixed(0)} %), ${withFate('equivalent').length} equivalent`,
);
process.exitCode = percent < Number(values.floor) ? 1 : 0;
