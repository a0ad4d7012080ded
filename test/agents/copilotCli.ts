import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { pinnedPackage } from './pinnedPackage.ts';

/** The version for which the tests were written. With another version, failing tests show what changed. */
export const COPILOT_VERSION = '1.0.102';
/** The size of the model's window, as passed to the command line. The command line compacts at 80 % of this size. */
export const WINDOW_TOKENS = 30_000;
/** A command that prints about 3,500 tokens. Sleeps first, so that a summary in the background can finish. */
export const LONG_RESULT = 'sleep 1; seq -f "line %g of a long output" 1 500';

export interface CopilotPlaces {
  readonly command: string;
  /** The folder that is both the home folder and the workspace. */
  readonly folder: string;
  /** The address of the model's endpoint. */
  readonly url: string;
}

/** Installs the program if necessary. Returns its path; undefined if npm can't install the program. */
export function copilotCommand(): Promise<string | undefined> {
  return pinnedPackage('@github/copilot', COPILOT_VERSION, 'npm-loader.js');
}

/** Sends one message in a new process. If `continues` is set, continues the newest conversation. Returns the output. */
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
