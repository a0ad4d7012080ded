import assert from 'node:assert/strict';
import fs, { mkdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import type { AgentId } from '../../../../src/adapters/otherAgents/agents.ts';
import { listSessions } from '../../../../src/adapters/otherAgents/otherSessions.ts';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { OtherMachine } from '../../../support/otherAgentFiles.ts';

describe('Sessions of other agents in folders and files that can’t be read', () => {
  let machine: OtherMachine;
  const { readdir } = fs.promises;
  beforeEach(() => (machine = new OtherMachine()));
  afterEach(() => {
    fs.promises.readdir = readdir;
    syncBuiltinESMExports();
    machine.remove();
  });

  const refused = (file: string): never => {
    throw new Error(`permission denied: ${path.basename(file)}`);
  };

  /** Returns the titles of the agent's sessions. Adds the errors of unreadable folders and files to `problems`. */
  async function titles(agent: AgentId, problems?: string[]): Promise<readonly string[]> {
    const { workspace, places, files } = machine;
    const text: typeof files.text = async (file, from, bytes) =>
      file.endsWith('unreadable.jsonl') ? refused(file) : files.text(file, from, bytes);
    const onUnreadable = (error: unknown): void => void problems?.push((error as Error).message);
    const where = { workspace, places, files: { ...files, text }, ...(problems && { onUnreadable }) };
    return (await listSessions(agent, where, new SecretRedactor())).map(({ title }) => title);
  }

  it('are left out and reported, and the other sessions are listed', async () => {
    machine.writeAll();
    machine.writeClaude('unreadable', ['hidden']);
    mkdirSync(path.join(machine.folderOf('codex'), 'locked'));
    fs.promises.readdir = (async (folder: string, ...options: []) =>
      folder.endsWith('locked') ? refused(folder) : readdir(folder, ...options)) as typeof readdir;
    syncBuiltinESMExports();
    const problems: string[] = [];
    assert.deepEqual(await titles('claudeCode', problems), ['claude here']);
    assert.deepEqual(await titles('codex', problems), ['codex here']);
    assert.deepEqual(problems, ['permission denied: unreadable.jsonl', 'permission denied: locked']);
  });

  it('cause an error if nothing listens for problems', async () => {
    machine.writeClaude('unreadable', ['hidden']);
    await assert.rejects(titles('claudeCode'), /permission denied: unreadable/u);
  });
});
