import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Step } from '../agent/probe/script.ts';
import { copySample } from './demo/startSetUp.ts';
import {
  nextOf,
  SCRIPTED_MODEL,
  startScriptedEndpoint,
  textOfSent,
  type Answer,
  type ScriptedEndpoint,
} from './scriptedEndpoint.ts';
import { until } from './until.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './vscodeWorkbench.ts';

/** An answer that calls one tool. */
export const call = (tool: string, input: object): readonly Step[] => [{ tool, input }];

interface ScriptedChatOptions extends Omit<WorkbenchOptions, 'workspace'> {
  readonly windowTokens?: number;
  /** The model's prices in dollars per token. Without this option, no price is known. */
  readonly pricing?: object;
  /** Changes the workspace before the editor opens it. May use the parent folder, which belongs only to this chat. */
  readonly prepare?: (folder: string) => void;
}

/** A chat in a real editor that opens a copy of the sample. A script gives the model's answers. */
export interface ScriptedChat extends Workbench {
  readonly folder: string;
  readonly endpoint: ScriptedEndpoint;
  /** The model's next answers. */
  readonly script: Answer[];
  /** Adds these answers to the script, sends a message, and waits until the message's row is shown. */
  ask(words: string, ...answers: readonly Answer[]): Promise<void>;
  /** Waits until all answers of the script are sent and nothing runs. */
  settled(): Promise<void>;
  isSettled(): Promise<boolean>;
  /** Returns the tool results that the model got since the person's newest message. */
  results(): readonly string[];
}

/** Starts a scripted endpoint, and opens an editor with the chat and a copy of the sample. */
export async function openScriptedChat(options: ScriptedChatOptions = {}): Promise<ScriptedChat> {
  const { windowTokens = 200_000, pricing, prepare, settings, ...others } = options;
  const root = mkdtempSync(path.join(tmpdir(), 'lt-chat-'));
  const folder = copySample(path.join(root, 'harbour-log'));
  prepare?.(folder);
  const script: Answer[] = [];
  const endpoint = await startScriptedEndpoint(windowTokens, nextOf(script), pricing);
  const workbench = await openWorkbench({
    workspace: folder,
    sidebarWidth: 300,
    settings: { 'longthread.model': SCRIPTED_MODEL, 'longthread.endpoint.url': endpoint.url, ...settings },
    ...others,
  });
  const { chat } = workbench;
  await chat.locator('lt-composer textarea').waitFor();
  const isSettled = async (): Promise<boolean> =>
    script.length === 0 && (await chat.locator('lt-composer .progress').count()) === 0;
  return {
    ...workbench,
    ...{ folder, endpoint, script, isSettled },
    ask: async (words, ...answers) => {
      script.push(...answers);
      await workbench.say(words);
      await chat
        .locator('lt-user-row', { hasText: words.slice(0, 40) })
        .last()
        .waitFor();
    },
    settled: () => until('the turn is over', isSettled),
    results: () => {
      const sent = endpoint.sent.at(-1) ?? [];
      const since = sent.slice(sent.findLastIndex(({ role }) => role === 'user'));
      return since.filter(({ role }) => role === 'tool').map(textOfSent);
    },
    close: async () => {
      await workbench.close();
      endpoint.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** Creates a repository in a folder, with a commit of all its files. */
export function commitAll(folder: string): void {
  const git = (...args: readonly string[]): void => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    execFileSync('git', [...identity, ...args], { cwd: folder });
  };
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'Begin the log');
}

/** Settings with which the editor reads the repository. */
export const withGit = { 'git.enabled': true, 'git.openRepositoryInParentFolders': 'always' };
