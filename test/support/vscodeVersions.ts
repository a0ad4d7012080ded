/** Versions of a VS Code server from npm: the code-server package, the VS Code in it, and the Node that it runs on. */
export interface VscodeVersion {
  readonly codeServer: string;
  readonly vscode: string;
  readonly node: string;
}

/** `oldest` is the version in package.json's `engines.vscode`. The host tests run with both versions. */
export const vscodeVersions = {
  newest: { codeServer: '4.139.1', vscode: '1.139.1', node: '24.21.0' },
  oldest: { codeServer: '4.110.0', vscode: '1.110.0', node: '22.23.3' },
} as const satisfies Record<string, VscodeVersion>;

/** Returns the version that the option `--vscode` names, or the newest version without this option. */
export function askedVersion(argv: readonly string[]): VscodeVersion {
  const name = argv.includes('--vscode') ? argv[argv.indexOf('--vscode') + 1] : 'newest';
  if (name !== 'newest' && name !== 'oldest') throw new Error('--vscode takes "newest" or "oldest"');
  return vscodeVersions[name];
}
