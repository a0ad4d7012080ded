/** A VS Code server from npm: the code-server package, the VS Code inside, and the Node that it runs on. */
export interface VscodeVersion {
  readonly codeServer: string;
  readonly vscode: string;
  readonly node: string;
}

/** `oldest` is the version in package.json's `engines.vscode`; the host tests run on both. */
export const vscodeVersions = {
  newest: { codeServer: '4.139.1', vscode: '1.139.1', node: '24.21.0' },
  oldest: { codeServer: '4.110.0', vscode: '1.110.0', node: '22.23.3' },
} as const satisfies Record<string, VscodeVersion>;

/** Returns the version of the option `--vscode oldest`; the newest without it. */
export function askedVersion(argv: readonly string[]): VscodeVersion {
  const name = argv.includes('--vscode') ? argv[argv.indexOf('--vscode') + 1] : 'newest';
  if (name !== 'newest' && name !== 'oldest') throw new Error('--vscode takes "newest" or "oldest"');
  return vscodeVersions[name];
}
