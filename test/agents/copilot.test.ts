import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { personTextOf } from '../../src/core/log/message.ts';
import { CopilotEndpoint } from './copilotEndpoint.ts';
import { pinnedPackage } from './pinnedPackage.ts';

/** Tokens that the command line is told that the model takes; its own compaction comes at 80 % of that. */
const WINDOW_TOKENS = 30_000;
/** A result of some 3,500 tokens, and time for a summary that is asked for beside the work. */
const LONG_RESULT = 'sleep 1; seq -f "line %g of a long output" 1 500';

describe('The real Copilot command line, over an endpoint that keeps its sessions', () => {
  let command: string;
  let folder: string;
  let endpoint: CopilotEndpoint;
  /** How often the model still calls the shell in this turn. */
  let callsLeft: number;

  before(async function () {
    const found = await pinnedPackage('@github/copilot', '1.0.102', 'npm-loader.js');
    if (found === undefined) this.skip();
    command = found;
  });

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'lt-copilot-'));
    endpoint = await CopilotEndpoint.start(() => {
      callsLeft -= 1;
      return callsLeft < 0 ? { text: 'All is done.' } : { command: LONG_RESULT };
    });
  });

  afterEach(() => {
    endpoint.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Sends one message in a process of its own; goes on with the newest conversation where `continues`. */
  async function say(words: string, calls: number, continues = false): Promise<string> {
    callsLeft = calls;
    const args = [command, ...(continues ? ['--continue'] : []), '-p', words, '--allow-all-tools'];
    const env = {
      ...{ PATH: process.env['PATH'], HOME: folder, COPILOT_MODEL: 'x' },
      COPILOT_PROVIDER_BASE_URL: endpoint.url,
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

  function typed(): readonly string[] {
    const [id = ''] = endpoint.sessions.ids;
    return endpoint.sessions.messages(id).map(personTextOf).filter(Boolean);
  }

  it('stays one session over two compactions of its own and a new process', async () => {
    await say('Fix the berths, and never touch the tests.', 8);
    await say('Now the timetable.', 1, true);
    assert.match(await say('And the masts.', 8, true), /All is done/u);
    assert.ok(endpoint.steps.filter((step) => step === 'summary').length >= 2, endpoint.steps.join(' '));
    assert.deepEqual(new Set(endpoint.handled.map(({ sessionId }) => sessionId)), new Set(['s1']));
    assert.deepEqual(typed(), [
      'Fix the berths, and never touch the tests.',
      'Now the timetable.',
      'And the masts.',
    ]);
  });
});
