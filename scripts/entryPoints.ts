/** One bundle: where its source begins, and the file below dist/ it becomes. */
export interface EntryPoint {
  readonly source: string;
  readonly output: string;
}

/**
 * Bundles for the extension host and for workers. The ones after the first stand apart so that activation reads neither
 * token ranks nor the SDK: source code reaches them by `await import('./x.ts')` or `new URL('./x.ts', import.meta.url)`,
 * and the build points both at the bundle.
 */
export const hostEntryPoints: readonly EntryPoint[] = [
  { source: 'src/extension/extension.ts', output: 'extension.cjs' },
  { source: 'src/adapters/tokens/tokenWorker.ts', output: 'tokenWorker.cjs' },
  { source: 'src/adapters/recall/recallWorker.ts', output: 'recallWorker.cjs' },
  { source: 'src/adapters/models/openaiModel.ts', output: 'openaiModel.cjs' },
];

export const commandLineEntryPoint: EntryPoint = { source: 'src/cli/main.ts', output: 'cli.js' };

export const webviewEntryPoints: readonly EntryPoint[] = [
  { source: 'src/webview/chat/main.ts', output: 'webview/chat.js' },
  { source: 'src/webview/panel/main.ts', output: 'webview/panel.js' },
];

/** Files taken as they are from packages, by the name they get below dist/. */
export const copiedFiles: Readonly<Record<string, string>> = {
  'node-sqlite3-wasm.wasm': 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm',
  'webview/codicon.css': 'node_modules/@vscode/codicons/dist/codicon.css',
  'webview/codicon.ttf': 'node_modules/@vscode/codicons/dist/codicon.ttf',
};

export interface Budget {
  readonly output: string;
  readonly maxBytes: number;
  /** Sources that must not be in this bundle, each with the reason shown when one is. */
  readonly without: readonly { readonly source: RegExp; readonly because: string }[];
}

const lazily = 'reach it by a dynamic import of its own entry point, so that activation does not read it';

export const budgets: readonly Budget[] = [
  {
    output: 'extension.cjs',
    maxBytes: 1_000_000,
    without: [
      { source: /node_modules\/js-tiktoken\/dist\/ranks\//, because: lazily },
      { source: /node_modules\/openai\//, because: lazily },
    ],
  },
  { output: 'webview/chat.js', maxBytes: 600_000, without: [] },
  { output: 'webview/panel.js', maxBytes: 600_000, without: [] },
];
