/** A check, or a suite of tests; each is an npm script. */
export interface Step {
  readonly name: string;
  readonly script: string;
  /** The step that must end before this one starts. */
  readonly after?: Step;
  /** The list in test/titles with the titles of its tests. */
  readonly titles?: string;
}

/** Runs once before all others, as some of them use its output. */
export const build: Step = { name: 'build and budgets', script: 'bundle' };

const vscode: Step = { name: 'VS Code to test in', script: 'get:vscode' };

/**
 * The steps in the order in which they start, several at a time: VS Code's download, which suites wait for, then short
 * checks, then the suites, the longest first, so that they end at about the same time.
 */
export const steps: readonly Step[] = [
  vscode,
  { name: 'types', script: 'typecheck' },
  { name: 'format', script: 'format' },
  { name: 'architecture', script: 'arch' },
  { name: 'unused code', script: 'unused' },
  { name: 'lint', script: 'lint' },
  // Fails if a bundle contains something that looks like a secret.
  { name: 'extension to install', script: 'vsix' },
  { name: 'unit tests', script: 'run:unit', titles: 'unit' },
  { name: 'views tests', script: 'run:views', titles: 'views' },
  { name: 'chat tests', script: 'run:chat', titles: 'chat', after: vscode },
  { name: 'editor tests', script: 'run:editor', titles: 'editor', after: vscode },
  { name: 'host tests', script: 'run:host', titles: 'host', after: vscode },
  { name: 'agent tests', script: 'run:agent', titles: 'agent', after: vscode },
];
