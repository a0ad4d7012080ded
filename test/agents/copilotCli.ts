import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { pinnedPackage } from './pinnedPackage.ts';

/** What the tests were written against; another version says by the tests that fail what it changed. */
export const COPILOT_VERSION = '1.0.102';
/** Tokens that the command line is told that the model takes; its own compaction comes at 80 % of that. */
export const WINDOW_TOKENS = 30_000;
/** A result of some 3,500 tokens, and time for a summary that is asked for beside the work. */
export const LONG_RESULT = 'sleep 1; seq -f "line %g of a long output" 1 500';

export interface CopilotPlaces {
  readonly command: string;
  /** Its home and its workspace. */
  readonly folder: string;
  /** Where it asks its model. */
  readonly url: string;
}

/** Undefined where it can't be had. */
export function copilotCommand(): Promise<string | undefined> {
  return pinnedPackage('@github/copilot', COPILOT_VERSION, 'npm-loader.js');
}

/** Sends one message in a process of its own; goes on with the newest conversation where `continues`. */
export async function sayInCopilot(
  { command, folder, url }: CopilotPlaces,
  words: string,
  continues = false,
): Promise<string> {
  const args = [command, ...(continues ? ['--continue'] : []), '-p', words, '--allow-all-tools'];
  const env = {
    ...{ PATH: process.env['PATH'], HOME: folder, COPILOT_MODEL: 'x' },
    COPILOT_PROVIDER_BASE_URL: url,
    COPILOT_PROVIDER_MAX_PROMPT_TOKENS: String(WINDOW_TOKENS),
  };
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let shown = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
    });
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.equal(code, 0, shown);
  return shown;
}
