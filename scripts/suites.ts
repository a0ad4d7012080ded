/** A check or a test suite. Each step is an npm script. */
export interface Step {
  readonly name: string;
  readonly script: string;
  /** The step that must end before this one starts. */
  readonly after?: Step;
  /** The name of the list in test/titles with the titles of the step's tests. */
  readonly titles?: string;
}

/** Runs once before all other steps, because some steps use its output. */
export const build: Step = { name: 'build and budgets', script: 'bundle' };

const vscode: Step = { name: 'VS Code to test in', script: 'get:vscode' };

/**
 * The steps in the order in which they start. Several steps run at the same time. The download of VS Code comes first,
 * because some suites wait for it. Then come the short checks, and then the suites. The longest suites start first, so
 * that all suites end at about the same time.
 */
export const steps: readonly Step[] = [
  vscode,
  { name: 'types', script: 'typecheck' },
  { name: 'format', script: 'format' },
  { name: 'architecture', script: 'arch' },
  { name: 'unused code', script: 'unused' },
  { name: 'lint', script: 'lint' },
  // This step also fails if a bundle contains something that looks like a secret.
  { name: 'extension to install', script: 'vsix' },
  { name: 'unit tests', script: 'run:unit', titles: 'unit' },
  { name: 'views tests', script: 'run:views', titles: 'views' },
  { name: 'chat tests', script: 'run:chat', titles: 'chat', after: vscode },
  { name: 'editor tests', script: 'run:editor', titles: 'editor', after: vscode },
  { name: 'host tests', script: 'run:host', titles: 'host', after: vscode },
  { name: 'agent tests', script: 'run:agent', titles: 'agent', after: vscode },
];
