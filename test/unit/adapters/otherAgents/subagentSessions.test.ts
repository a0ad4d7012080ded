import assert from 'node:assert/strict';
import { listSessions } from '../../../../src/adapters/otherAgents/otherSessions.ts';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { OtherMachine } from '../../../support/otherAgentFiles.ts';
import { jsonLines } from '../../../support/transcriptFiles.ts';

describe('In the list of Codex’s sessions,', () => {
  let machine: OtherMachine;
  beforeEach(() => (machine = new OtherMachine()));
  afterEach(() => {
    machine.remove();
  });

  /** Writes a session file whose first line has this source. */
  const write = (name: string, source: unknown, text: string): void => {
    const meta = { id: name, cwd: machine.workspace, source, base_instructions: { text: 'You help.' } };
    const content = [{ type: 'input_text', text }];
    const lines = jsonLines(
      { timestamp: '2026-07-02T06:13:43.454Z', type: 'session_meta', payload: meta },
      { type: 'response_item', payload: { type: 'message', role: 'user', content } },
    );
    machine.write(machine.folderOf('codex'), `2026/07/02/rollout-${name}.jsonl`, lines);
  };
  const titles = async (): Promise<readonly string[]> => {
    const { workspace, places, files } = machine;
    const sessions = await listSessions('codex', { workspace, places, files }, new SecretRedactor());
    return sessions.map(({ title }) => title).toSorted();
  };

  it('only sessions that the person began are shown, not those of subagents', async () => {
    write('a', 'cli', 'Paint the lamp.');
    write('b', 'vscode', 'Explain {"source":{"subagent":"review"}}.');
    write('c', { custom: 'own-client' }, 'Paint the door.');
    write('d', { subagent: { thread_spawn: { parent_thread_id: 'a', depth: 1 } } }, 'Paint the lamp.');
    write('e', { subagent: { other: 'guardian' } }, 'Assess this call.');
    write('f', { subagent: 'review' }, 'Review the changes.');
    write('g', { internal: 'memory_consolidation' }, 'Consolidate the memories.');
    assert.deepEqual(await titles(), [
      'Explain {"source":{"subagent":"review"}}.',
      'Paint the door.',
      'Paint the lamp.',
    ]);
  });
});
