/** A check, or a suite of tests; each is an npm script. */
export interface Step {
  readonly name: string;
  readonly script: string;
  /** The list below test/titles that holds the titles of its tests. */
  readonly titles?: string;
  /** What runs its tests alone, where the script does more. */
  readonly testsAlone?: string;
}

/** Once before all others, which use what it builds. */
export const build: Step = { name: 'build and budgets', script: 'bundle' };

/** Started in this order, several at a time: the longest first, beside the checks that find a fault soonest. */
export const steps: readonly Step[] = [
  { name: 'tests in the editor', script: 'run:editor', titles: 'editor' },
  { name: 'types', script: 'typecheck' },
  { name: 'format', script: 'format' },
  { name: 'architecture', script: 'arch' },
  { name: 'unused code', script: 'unused' },
  { name: 'lint', script: 'lint' },
  { name: 'unit tests', script: 'test:unit', titles: 'unit', testsAlone: 'run:unit' },
  { name: 'tests in the editor’s agent', script: 'run:agent', titles: 'agent' },
  { name: 'tests inside VS Code', script: 'run:host', titles: 'host' },
  { name: 'tests of the views', script: 'run:views', titles: 'views' },
];
