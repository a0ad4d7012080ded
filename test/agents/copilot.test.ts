import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { personTextOf } from '../../src/core/log/message.ts';
import { CopilotEndpoint } from './copilotEndpoint.ts';
import { copilotCommand, LONG_RESULT, sayInCopilot } from './copilotCli.ts';

describe('The real Copilot command line, if its endpoint stores sessions,', () => {
  let command: string;
  let folder: string;
  let endpoint: CopilotEndpoint;
  /** The number of shell calls that the model will still make in this turn. */
  let callsLeft: number;

  before(async function () {
    const found = await copilotCommand();
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

  async function say(words: string, calls: number, continues = false): Promise<string> {
    callsLeft = calls;
    return sayInCopilot({ command, folder, url: endpoint.url }, words, continues);
  }

  function typed(): readonly string[] {
    const [id = ''] = endpoint.sessions.ids;
    return endpoint.sessions.messages(id).map(personTextOf).filter(Boolean);
  }

  it('continues the same session after two of its own compactions and in a new process', async () => {
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
