import { createRequire } from 'node:module';
import Module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { activate } from '../../src/extension/extension.ts';
import { LoopGap } from './loopGap.ts';

/**
 * Loads the bundled extension in this fresh process and activates it once. A stub editor answers every call with an
 * empty value, so that only the work of the extension is measured. Prints a JSON line with times in milliseconds.
 */

/** A stub for anything in the editor's API: a function, a class, a namespace, or an iterable without items. */
const nothing: unknown = new Proxy(function nothing() {}, {
  get: (_target, name) => {
    if (name === Symbol.iterator) return Array.prototype[Symbol.iterator].bind([]);
    if (name === Symbol.toPrimitive) return () => tmpdir();
    return name === 'then' || name === 'prototype' ? undefined : nothing;
  },
  set: () => true,
  apply: () => nothing,
  construct: () => nothing as object,
});

class EventEmitter {
  readonly event = (): unknown => nothing;
  fire(): void {}
  dispose(): void {}
}

const unset = { get: () => undefined, inspect: () => undefined, has: () => false };
const workspace = new Proxy(
  {},
  { get: (_target, name) => (name === 'getConfiguration' ? () => unset : nothing) },
);
// The bundle copies only the own properties of the `vscode` module, so every property that it uses must be listed here.
const names =
  'CancellationError CancellationTokenSource ConfigurationTarget Disposable FileType LanguageModelChatMessage LanguageModelError MarkdownString ProgressLocation Range Position RelativePattern Selection StatusBarAlignment TabInputText ThemeColor ThemeIcon Uri ViewColumn commands debug env extensions languages lm tasks window';
const stubs = Object.fromEntries(names.split(' ').map((name) => [name, nothing]));
const vscode = { ...stubs, EventEmitter, workspace, version: '1.139.0' };

const loader = Module as unknown as { _load: (request: string, ...rest: unknown[]) => unknown };
const load = loader._load.bind(loader);
loader._load = (request, ...rest) => (request === 'vscode' ? vscode : load(request, ...rest));

const uri = { fsPath: join(tmpdir(), 'longthread-activation'), toString: () => '' };
const context = {
  ...{ subscriptions: [], extensionUri: uri, globalStorageUri: uri, storageUri: uri, logUri: uri },
  ...{ extensionPath: uri.fsPath, asAbsolutePath: (path: string) => path },
  ...{ secrets: nothing, workspaceState: nothing, globalState: nothing, extension: nothing },
};

const gap = new LoopGap();
const cpu = process.cpuUsage();
const start = performance.now();
const require = createRequire(import.meta.url);
const extension = require(process.argv[2] ?? '') as { readonly activate: typeof activate };
const loaded = performance.now();
extension.activate(context as unknown as Parameters<typeof activate>[0]);
const activated = performance.now();
const { user, system } = process.cpuUsage(cpu);
setTimeout(() => {
  const times = { loadMs: loaded - start, activateMs: activated - loaded, slowestGapMs: gap.stop() };
  const figures = { ...times, cpuMs: (user + system) / 1_000 };
  console.log(JSON.stringify(figures));
  process.exit();
}, 100);
