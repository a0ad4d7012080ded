import assert from 'node:assert/strict';
import type { AgentId } from '../../../../src/adapters/otherAgents/agents.ts';
import { ConsentFile } from '../../../../src/adapters/otherAgents/consent.ts';
import { SessionArchive } from '../../../../src/adapters/otherAgents/sessionArchive.ts';
import { Archiving } from '../../../../src/extension/otherAgents/archiving.ts';
import { OtherMachine } from '../../../support/otherAgentFiles.ts';

describe('Archiving other agents’ sessions', () => {
  let machine: OtherMachine;
  let consents: ConsentFile;
  let copied: AgentId[];
  let stops: number;
  let now: number;
  let warned: string[];
  let copying: () => Promise<readonly string[]>;
  let archiving: Archiving;

  beforeEach(() => {
    machine = new OtherMachine();
    consents = new ConsentFile(machine.root);
    [copied, stops, now, warned] = [[], 0, 0, []];
    copying = () => Promise.resolve([]);
    archiving = new Archiving({
      consents,
      archive: new SessionArchive(machine.root),
      calls: {
        archive: (agent) => {
          copied.push(agent);
          return copying();
        },
        stop: () => Promise.resolve(void (stops += 1)),
      },
      where: () =>
        Promise.resolve({ workspace: machine.workspace, places: machine.places, storage: machine.root }),
      now: () => now,
      warn: (sentence) => void warned.push(sentence),
    });
  });
  afterEach(() => {
    machine.remove();
  });

  const agree = (agent: AgentId, archive: boolean): void => {
    consents.write(agent, { list: true, follow: true, archive });
  };

  it('copies only sessions of agents that the person allowed', async () => {
    await archiving.run();
    assert.deepEqual([copied, stops], [[], 0]);
    agree('codex', true);
    agree('pi', false);
    await archiving.run();
    assert.deepEqual([copied, stops], [['codex'], 1]);
  });

  it('starts no automatic pass within ten minutes after the start of the last pass', async () => {
    agree('codex', true);
    await archiving.runIfDue();
    now += 9 * 60_000;
    await archiving.runIfDue();
    assert.equal(copied.length, 1);
    now += 60_000;
    await archiving.runIfDue();
    assert.equal(copied.length, 2);
  });

  it('continues with the next agent if sessions could not be copied', async () => {
    agree('claudeCode', true);
    agree('codex', true);
    let calls = 0;
    copying = () =>
      (calls += 1) === 1 ? Promise.reject(new Error('the disk is full')) : Promise.resolve(['a is empty']);
    await archiving.run();
    assert.deepEqual(warned, ['archive of Claude Code: the disk is full', 'archive of Codex: a is empty']);
  });

  it('runs one pass at a time, and copies and reports nothing more when stopped', async () => {
    agree('claudeCode', true);
    agree('codex', true);
    const reading = Promise.withResolvers<readonly string[]>();
    copying = () => reading.promise;
    const pass = archiving.run();
    assert.equal(archiving.run(), pass);
    await new Promise(setImmediate);
    const stopped = archiving.stop();
    reading.reject(new Error('closed'));
    await Promise.all([pass, stopped]);
    assert.deepEqual([copied, warned], [['claudeCode'], []]);
  });

  it('deletes all copies on request, and copies nothing more until the person allows archiving again', async () => {
    agree('codex', true);
    machine.write(machine.root, 'archivedSessions/a.jsonl', 'x');
    await archiving.delete();
    await archiving.run();
    assert.deepEqual(copied, []);
    assert.deepEqual(consents.read().codex, { list: true, follow: true, archive: false });
    assert.deepEqual(await archiving.size(), { sessions: 0, bytes: 0 });
    agree('codex', true);
    await archiving.run();
    assert.deepEqual(copied, ['codex']);
  });
});
