import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { compactionCommands } from '../../src/extension/commands/compactionCommands.ts';
import { messageCommands } from '../../src/extension/commands/messageCommands.ts';
import { deleteArchive } from '../../src/extension/commands/otherSessionCommands.ts';
import type { Parts } from '../../src/extension/parts.ts';
import { SessionBuilder } from '../support/sessionBuilder.ts';

/**
 * Returns a function that runs a command on the session, and a function that returns the number of postponements. No
 * compaction is running. None is due unless `due` says so.
 */
function commandsOver({ session }: SessionBuilder, due: object = { run: false, reason: 'below_threshold' }) {
  let postponed = 0;
  const compactor = { isRunning: false, wouldRun: () => due, defer: () => (postponed += 1) };
  const current = { id: 's1', live: { session, log: {} }, conversation: { compactor } };
  const parts = { acting: { current }, agentSessions: { has: () => false } } as unknown as Parts;
  const commands = { ...messageCommands(parts), ...compactionCommands(parts) };
  return {
    run: async (name: string): Promise<unknown> => commands[name]?.(),
    postponed: () => postponed,
  };
}

/** Returns the texts that are shown in the status bar while the work is done. */
async function saidDuring(work: () => Promise<unknown>): Promise<readonly string[]> {
  const said: string[] = [];
  const { setStatusBarMessage } = vscode.window;
  Object.assign(vscode.window, { setStatusBarMessage: (text: string) => said.push(text) });
  try {
    await work();
  } finally {
    Object.assign(vscode.window, { setStatusBarMessage });
  }
  return said;
}

describe('a Longthread command', () => {
  for (const name of ['pinMessage', 'excludeMessage', 'forgetText'])
    it(`reports that nothing was said in the session yet (${name})`, async () => {
      await assert.rejects(
        commandsOver(new SessionBuilder()).run(name),
        /Nothing was said in this session yet\./u,
      );
    });

  it('reports that the context already contains every message word for word (bringBack)', async () => {
    const builder = new SessionBuilder();
    builder.user('Hello.');
    await assert.rejects(
      commandsOver(builder).run('bringBack'),
      /Every message is already in the context word for word\./u,
    );
  });

  it('reports that no session is archived (deleteArchive)', async () => {
    const archiving = {
      size: () => Promise.resolve({ sessions: 0, bytes: 0 }),
      delete: () => assert.fail('the archive was deleted'),
    };
    const parts = { otherAgents: { archiving } } as unknown as Parts;
    await assert.rejects(deleteArchive(parts), /No session of another agent is archived\./u);
  });

  it('says that no compaction is running (cancelCompaction)', async () => {
    const { run } = commandsOver(new SessionBuilder());
    assert.deepEqual(await saidDuring(() => run('cancelCompaction')), ['$(info) No compaction is running']);
  });

  for (const [due, says, times] of [
    [{ run: true, tier: 'background' }, /^\$\(check\) Compaction is postponed until/u, 1],
    [
      { run: false, reason: 'below_threshold' },
      /^\$\(info\) No compaction is due, and none starts until/u,
      1,
    ],
    [{ run: false, reason: 'only_by_person' }, /^\$\(info\) A compaction starts only when you ask/u, 0],
  ] as const)
    it(`says when the next compaction can start (deferCompaction, if the compactor reports “${due.run ? due.tier : due.reason}”)`, async () => {
      const { run, postponed } = commandsOver(new SessionBuilder(), due);
      const said = await saidDuring(() => run('deferCompaction'));
      assert.match(said.join('\n'), says);
      assert.equal(postponed(), times);
    });
});
