import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runtimeImports } from '../support/runtimeImports.ts';
import { ProjectCopy } from './projectCopy.ts';
import { instrumented, regionAt, type Region } from './regions.ts';
import type { TestTrace } from './runTests.ts';

const MAP_FILE = path.resolve(import.meta.dirname, '../../out/mutants/map.json');
const WITHIN_MS = 1_800_000;

/** Which tests run which places of the sources. Files are named relative to the project. */
export interface CoverageMap {
  /** Of all sources and tests: another one makes another map. */
  readonly hash: string;
  readonly regions: Readonly<Record<string, readonly Region[]>>;
  readonly tests: readonly TestTrace[];
  readonly loaded: readonly number[];
}

/** The map of the project as it stands, kept in out/ until a source or a test changes. */
export async function coverageMap(seed: number): Promise<CoverageMap> {
  const hash = projectHash();
  if (existsSync(MAP_FILE)) {
    const kept = JSON.parse(readFileSync(MAP_FILE, 'utf8')) as CoverageMap;
    if (kept.hash === hash) return kept;
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
  // Its traces are as good as the others', and what it says of a mutant counts only where it passes without one.
  if (end.type === 'failed') console.log(`Fails while it is traced: ${end.test}`);
  return { regions, tests: end.answer.tests, loaded: end.answer.loaded };
}

/** The tests that run a place; where none is known to, all tests of its folder, which may run it in another process. */
export function testsOf(map: CoverageMap, file: string, offset: number): readonly TestTrace[] {
  const region = regionAt(map.regions[file] ?? [], offset);
  const isOfLoading = region === undefined || map.loaded.includes(region.id);
  const ids = new Set(isOfLoading ? wholeFile(map, file) : [region.id]);
  // What a file makes when it is loaded, such as a table or a schema, may be used without running any of its functions.
  const using = new Set(isOfLoading ? testFilesOf(map).filter((test) => imports(test, file)) : []);
  const running = map.tests.filter((test) => using.has(test.file) || test.regions.some((id) => ids.has(id)));
  if (running.length > 0) return running;
  const folder = path.dirname(file).replace(/^src/, 'test/unit');
  return map.tests.filter((test) => test.file.startsWith(`${folder}/`));
}

/** What is made when a file is loaded shows in whatever runs it or what imports it. */
function wholeFile(map: CoverageMap, file: string): readonly number[] {
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
