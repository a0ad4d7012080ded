import { join } from 'node:path';
import * as vscode from 'vscode';
import { warn } from './asking/ask.ts';
import { SecretRedactor } from '../adapters/redaction/secretRedactor.ts';
import { TypedFiles } from '../adapters/store/typedFiles.ts';
import { MemoryStore } from '../adapters/store/memoryStore.ts';
import { nodeStoreEnvironment } from '../adapters/store/nodeStoreEnvironment.ts';
import { UnsentFiles } from '../adapters/store/unsentFiles.ts';
import { SessionStore } from '../adapters/store/sessionStore.ts';
import { WorkerTokenCounter } from '../adapters/tokens/workerTokenCounter.ts';
import type { Clock, Redactor } from '../core/ports.ts';
import { SourceLines } from './logging/sourceLines.ts';
import { WindowLog } from './logging/windowLog.ts';

/** Services for all folders of `src/extension`. No service reads a file or starts a worker before its first use. */
export interface Services {
  readonly context: vscode.ExtensionContext;
  readonly store: SessionStore;
  readonly memories: MemoryStore;
  /** The texts in the composers. */
  readonly typed: TypedFiles;
  /** The messages that wait to be sent. */
  readonly unsent: UnsentFiles;
  /** The folder of the store, with one folder for each session. */
  readonly sessionsFolder: string;
  readonly counter: WorkerTokenCounter;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly logger: WindowLog;
  readonly channel: vscode.LogOutputChannel;
  /** Maps stack traces of the bundle to lines of the source. */
  readonly lines: SourceLines;
  /** Returns the URI of the window's first open folder. */
  readonly workspace: () => string | undefined;
  /** Returns the path of one of the extension's bundles, e.g. a worker's. */
  readonly workerPath: (bundle: string) => string;
}

/**
 * The encoding with which tokens are counted. If a provider counts differently, the gauge corrects the count by a
 * factor that it learns from the provider's reports.
 */
const ENCODING = 'o200k_base';

export function createServices(context: vscode.ExtensionContext): Services {
  const channel = vscode.window.createOutputChannel('Longthread', { log: true });
  const root = context.globalStorageUri.fsPath;
  const sessionsFolder = join(root, 'sessions');
  const workerPath = (bundle: string): string => join(context.extensionPath, 'dist', bundle);
  const clock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
  const lines = new SourceLines(join(context.extensionPath, 'dist'));
  const logger = new WindowLog(channel, { lines, clock });
  context.subscriptions.push(channel);
  const counter = new WorkerTokenCounter({
    encoding: ENCODING,
    script: { path: workerPath('tokenWorker.cjs') },
  });
  return {
    context,
    store: new SessionStore(root, nodeStoreEnvironment),
    memories: new MemoryStore(root, nodeStoreEnvironment, (problem) => {
      void warn(problem);
    }),
    typed: new TypedFiles(sessionsFolder, nodeStoreEnvironment),
    unsent: new UnsentFiles(sessionsFolder, nodeStoreEnvironment),
    sessionsFolder,
    counter,
    redactor: new SecretRedactor(),
    clock,
    logger,
    channel,
    lines,
    workspace: () => vscode.workspace.workspaceFolders?.[0]?.uri.toString(),
    workerPath,
  };
}
