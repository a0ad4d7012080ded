import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentRequest } from '../../../../src/core/agent/agentRequest.ts';
import { personTextOf } from '../../../../src/core/log/message.ts';
import { replay, requestOfCommandLine, requestOfEditor, typedIn } from '../../../support/harnessReplay.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../../fixtures/copilotHarness');
/** A folder with more recorded requests. It has one subfolder for each entry of `WAYS`. */
const RECORDED = process.env['LONGTHREAD_COPILOT_REQUESTS'] ?? '';

type Parsed = Readonly<Record<string, unknown>>;

/** A setup in which the harness sends requests to a model, e.g. Copilot CLI with an endpoint. */
interface Way {
  readonly what: string;
  readonly fixture: string;
  readonly folder: string;
  readonly names: RegExp;
  readonly read: (request: Parsed) => AgentRequest;
}

const WAYS: readonly Way[] = [
  {
    what: 'Copilot CLI with an endpoint',
    fixture: 'commandLine.json',
    folder: 'copilot-cli',
    names: /^req-\d+\.json$/,
    read: requestOfCommandLine,
  },
  {
    what: 'VS Code with a provider',
    fixture: 'editor.json',
    folder: 'vscode',
    names: /req\.json$/,
    read: requestOfEditor,
  },
];

function parsed(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function assertOneSession(requests: readonly AgentRequest[]): void {
  const { sessions, steps } = replay(requests);
  assert.deepEqual(sessions.ids, ['s1']);
  assert.deepEqual([...new Set(steps)], ['new', 'append', 'summary']);
  const messages = sessions.messages('s1');
  assert.deepEqual(
    messages.map((message) => personTextOf(message).trim()).filter(Boolean),
    typedIn(requests),
  );
  const calls = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'toolCall' ? [part.callId] : [])),
  );
  assert.deepEqual(calls, [...new Set(calls)], 'a call was logged twice');
  const results = messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
  assert.deepEqual(results, calls.slice(0, results.length));
  assert.ok(!JSON.stringify(messages).includes('Please create a detailed summary'));
}

describe('A recorded conversation of Copilot’s harness', () => {
  for (const { what, fixture, folder, names, read } of WAYS) {
    const result = 'is one session in which only the typed text counts as the person’s words';
    it(`${result}: ${what}`, () => {
      assertOneSession((parsed(path.join(FIXTURES, fixture)) as readonly Parsed[]).map(read));
    });

    const title = `${result}: ${what} (requests from LONGTHREAD_COPILOT_REQUESTS)`;
    if (RECORDED === '') it(title);
    else
      it(title, () => {
        const files = readdirSync(path.join(RECORDED, folder)).filter((name) => names.test(name));
        assert.ok(files.length > 0, 'the folder has no requests');
        assertOneSession(
          files.sort().map((name) => read(parsed(path.join(RECORDED, folder, name)) as Parsed)),
        );
      });
  }
});
