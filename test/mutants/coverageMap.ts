import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runtimeImports } from '../support/runtimeImports.ts';
import { ProjectCopy } from './projectCopy.ts';
import { instrumented, regionAt, type Region } from './regions.ts';
import type { TestTrace } from './runTests.ts';

const MAP_FILE = path.resolve(import.meta.dirname, '../../out/mutants/map.json');
const WITHIN_MS = 1_800_000;

/** Says which tests run which regions of the sources. File names are relative to the project. */
export interface CoverageMap {
  /** The hash of all sources and tests. If the sources and tests now have another hash, the map is out of date. */
  readonly hash: string;
  readonly regions: Readonly<Record<string, readonly Region[]>>;
  readonly tests: readonly TestTrace[];
  readonly loaded: readonly number[];
}

/** Returns the map for the current state of the project. The map is cached in out/ until a source or a test changes. */
export async function coverageMap(seed: number): Promise<CoverageMap> {
  const hash = projectHash();
  if (existsSync(MAP_FILE)) {
    const cached = JSON.parse(readFileSync(MAP_FILE, 'utf8')) as CoverageMap;
    if (cached.hash === hash) return cached;
  }
  const map = { ...(await newMap(seed)), hash };
  mkdirSync(path.dirname(MAP_FILE), { recursive: true });
  writeFileSync(MAP_FILE, JSON.stringify(map));
  return map;
}

function projectHash(): string {
  const hash = createHash('sha256');
  for (const file of globSync('{src,test/unit,test/support}/**/*.ts').sort()) hash.update(readFileSync(file));
  return hash.digest('hex');
}

async function newMap(seed: number): Promise<Omit<CoverageMap, 'hash'>> {
  const copy = new ProjectCopy('traced');
  const regions: Record<string, readonly Region[]> = {};
  let next = 0;
  for (const file of globSync('src/{core,shared,adapters,cli,extension}/**/*.ts')) {
    const traced = instrumented(copy.read(file), next);
    copy.write(file, traced.text);
    regions[file] = traced.regions;
    next += traced.regions.length;
  }
  const files = globSync('test/unit/**/*.test.ts').sort();
  const job = { files, seed, traces: true };
  const end = await copy.run(job, WITHIN_MS);
  copy.remove();
  if (end.type !== 'passed' && end.type !== 'failed')
    throw new Error(`The tests could not be traced: ${end.type}.`);
  // A failed test does not make the trace invalid. When a mutant is tested later, a failure of this test counts only if
  // the test passes on the original code.
  if (end.type === 'failed') console.log(`Fails while it is traced: ${end.test}`);
  return { regions, tests: end.answer.tests, loaded: end.answer.loaded };
}

/**
 * Returns the tests that run a place in the code. If the map contains no such test, returns all tests in the folder of
 * test/unit that corresponds to the file's folder: one of them may run the place in a process that it starts, and the
 * map does not show what runs in other processes.
 */
export function testsOf(map: CoverageMap, file: string, offset: number): readonly TestTrace[] {
  const region = regionAt(map.regions[file] ?? [], offset);
  const runsAtLoading = region === undefined || map.loaded.includes(region.id);
  const ids = new Set(runsAtLoading ? regionsOfImporters(map, file) : [region.id]);
  // Some tests run no function of the file, but use a table or a schema that the file creates when it is loaded.
  const using = new Set(runsAtLoading ? testFilesOf(map).filter((test) => imports(test, file)) : []);
  const running = map.tests.filter((test) => using.has(test.file) || test.regions.some((id) => ids.has(id)));
  if (running.length > 0) return running;
  const folder = path.dirname(file).replace(/^src/, 'test/unit');
  return map.tests.filter((test) => test.file.startsWith(`${folder}/`));
}

/**
 * Returns the regions of a file and of the files that import this file, because all of them may depend on code that
 * runs at loading.
 */
function regionsOfImporters(map: CoverageMap, file: string): readonly number[] {
  const importing = Object.keys(map.regions).filter((other) => imports(other, file));
  return [file, ...importing].flatMap((name) => (map.regions[name] ?? []).map(({ id }) => id));
}

function testFilesOf(map: CoverageMap): readonly string[] {
  return [...new Set(map.tests.map((test) => test.file))];
}

function imports(other: string, file: string): boolean {
  return runtimeImports(readFileSync(other, 'utf8')).some(
    (from) => path.join(path.dirname(other), from) === file,
  );
}
