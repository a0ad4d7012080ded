/** One bundle, with its entry point in the source and its file below dist/. */
export interface EntryPoint {
  readonly source: string;
  readonly output: string;
}

/**
 * The bundles of the extension host and its workers. All of them are directly in dist/, so that each bundle finds the
 * others in its own folder.
 */
export const hostEntryPoints: readonly EntryPoint[] = [
  { source: 'src/extension/extension.ts', output: 'extension.cjs' },
  { source: 'src/adapters/tokens/tokenWorker.ts', output: 'tokenWorker.cjs' },
  { source: 'src/adapters/recall/recallWorker.ts', output: 'recallWorker.cjs' },
  { source: 'src/adapters/search/searchWorker.ts', output: 'searchWorker.cjs' },
  { source: 'src/adapters/replay/replayWorker.ts', output: 'replayWorker.cjs' },
  { source: 'src/adapters/otherAgents/otherAgentsWorker.ts', output: 'otherAgentsWorker.cjs' },
];

export const commandLineEntryPoint: EntryPoint = { source: 'src/cli/main.ts', output: 'cli.js' };

/**
 * The plugin for Claude Code, as modules that don't use Node. The folder `claudeCode` is also the plugin's marketplace.
 * The parser of shell lines is a separate module.
 */
export const pluginEntryPoints: readonly EntryPoint[] = [
  { source: 'src/plugins/claudeCode/register.ts', output: 'claudeCode/longthread/hooks/register.js' },
  { source: 'src/adapters/shell/shellLines.ts', output: 'claudeCode/longthread/hooks/shellLines.js' },
];

/** The extension for pi. It runs `cli.js`, which is in the parent folder of the extension's folder. */
export const piEntryPoint: EntryPoint = {
  source: 'src/plugins/pi/longthread.ts',
  output: 'pi/longthread.js',
};

export const webviewEntryPoints: readonly EntryPoint[] = [
  { source: 'src/webview/chat/main.ts', output: 'webview/chat.js' },
  { source: 'src/webview/panel/main.ts', output: 'webview/panel.js' },
];

/**
 * Large packages that are not needed at the start. Each package is a separate file, which the other bundles load when
 * they first need the package. So src/ imports such a package dynamically, or imports it only in files that are loaded
 * by a dynamic import.
 */
export const lazyPackages: readonly (EntryPoint & { readonly specifier: string })[] = [
  { specifier: 'acorn', source: 'node_modules/acorn/dist/acorn.mjs', output: 'acorn.cjs' },
  { specifier: 'openai', source: 'node_modules/openai/index.mjs', output: 'openai.cjs' },
  {
    specifier: 'node-sqlite3-wasm',
    source: 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.js',
    output: 'node-sqlite3-wasm.cjs',
  },
  rankFile('o200k_base'),
  rankFile('cl100k_base'),
];

function rankFile(encoding: string): EntryPoint & { readonly specifier: string } {
  return {
    specifier: `js-tiktoken/ranks/${encoding}`,
    source: `node_modules/js-tiktoken/dist/ranks/${encoding}.cjs`,
    output: `ranks/${encoding}.cjs`,
  };
}

/** Files that are copied unchanged. */
export const copiedFiles: readonly EntryPoint[] = [
  ...[
    '.claude-plugin/marketplace.json',
    'longthread/.claude-plugin/plugin.json',
    'longthread/hooks/hooks.json',
    'longthread/README.md',
  ].map((file) => ({ source: `src/plugins/claudeCode/package/${file}`, output: `claudeCode/${file}` })),
  { source: 'node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm', output: 'node-sqlite3-wasm.wasm' },
  { source: 'node_modules/@vscode/codicons/dist/codicon.css', output: 'webview/codicon.css' },
  { source: 'node_modules/@vscode/codicons/dist/codicon.ttf', output: 'webview/codicon.ttf' },
];

/** The folder of the maps that translate stack traces. The full maps beside the bundles are not shipped. */
export const lineMaps = 'lines';

/** The licences of the bundled packages. */
export const notices = 'thirdPartyNotices.txt';

/** The maximum sizes of bundles, in bytes. A bundle that is not in this list has no maximum. */
export const budgets: Readonly<Record<string, number>> = {
  // The parser of shell lines takes a tenth of this bundle. It is needed to judge commands before they run.
  'extension.cjs': 1_400_000,
  'tokenWorker.cjs': 100_000,
  'recallWorker.cjs': 20_000,
  'searchWorker.cjs': 20_000,
  'replayWorker.cjs': 200_000,
  // Contains the readers of all formats and the rules for secrets, including the word list of seed phrases.
  'otherAgentsWorker.cjs': 460_000,
  'acorn.cjs': 130_000,
  'node-sqlite3-wasm.cjs': 25_000,
  // Contains the core without the parser of shell lines. Claude Code loads modules of up to 1 MiB.
  'claudeCode/longthread/hooks/register.js': 300_000,
  'webview/chat.js': 500_000,
  'webview/panel.js': 500_000,
};
