import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AgentId } from '../../../../src/adapters/otherAgents/agents.ts';
import { ConsentFile, type Consent } from '../../../../src/adapters/otherAgents/consent.ts';
import {
  foundSentence,
  letRead,
  type AgentChoice,
  type ConsentChoice,
  type LetReadPorts,
} from '../../../../src/extension/otherAgents/letRead.ts';

describe('The command “Sessions of Other Agents”', () => {
  let storage: string;
  let consents: ConsentFile;
  let stops: number;
  let told: string[];
  let copied: number;
  let agents: readonly AgentChoice[];
  let choices: readonly ConsentChoice[];

  beforeEach(() => {
    storage = mkdtempSync(path.join(tmpdir(), 'lt-consent-'));
    consents = new ConsentFile(storage);
    [stops, told, copied, agents, choices] = [0, [], 0, [], []];
  });
  afterEach(() => {
    rmSync(storage, { recursive: true });
  });

  const ports = (agent: AgentId, wanted: readonly (keyof Consent)[] | undefined): LetReadPorts => ({
    consents,
    found: () =>
      Promise.resolve([
        { agent: 'claudeCode', count: 12 },
        { agent: 'codex', count: undefined },
      ]),
    chooseAgent: (offered) => {
      agents = offered;
      const found = offered.find((each) => each.agent === agent);
      return found === undefined ? Promise.reject(new Error('closed')) : Promise.resolve(found);
    },
    chooseConsent: (_name, offered) => {
      choices = offered;
      return wanted === undefined
        ? Promise.reject(new Error('closed'))
        : Promise.resolve(offered.filter(({ consent }) => wanted.includes(consent)));
    },
    stop: () => Promise.resolve(void (stops += 1)),
    lookAgain: () => Promise.resolve(),
    startCopying: () => {
      assert.notEqual(told.length, 0);
      copied += 1;
    },
    tell: (sentence) => void told.push(sentence),
  });

  it('says how many sessions of each agent were found, but omits chats in VS Code and unknown numbers', () => {
    const chats = { agent: 'editorChats', count: 9 } as const;
    const claude = (count: number) => ({ agent: 'claudeCode', count }) as const;
    for (const [found, sentence] of [
      [[claude(12)], 'Found 12 Claude Code sessions of this folder.'],
      [[claude(1)], 'Found 1 Claude Code session of this folder.'],
      [
        [claude(1), chats, { agent: 'pi', count: 3 }],
        'Found 1 Claude Code and 3 pi sessions of this folder.',
      ],
      [[chats, { agent: 'codex', count: undefined }], undefined],
    ] as const)
      assert.equal(foundSentence(found), sentence);
  });

  it('stops all reading and restarts archiving for other agents if one agent’s permission is withdrawn', async () => {
    consents.write('codex', { list: true, follow: false, archive: true });
    consents.write('claudeCode', { list: true, follow: false, archive: false });
    await letRead(ports('claudeCode', []));
    assert.deepEqual([stops, copied], [1, 1]);
  });

  it('names the command that removes the hook or extension if the person withdraws every permission', async () => {
    for (const [agent, command] of [
      ['codex', 'Use Longthread in Codex'],
      ['pi', 'Use Longthread in pi'],
    ] as const) {
      consents.write(agent, { list: true, follow: false, archive: false });
      await letRead(ports(agent, ['list']));
      assert.ok(!told.at(-1)?.includes(command));
      await letRead(ports(agent, []));
      assert.ok(told.at(-1)?.includes(`“${command}” removes the `), told.at(-1));
    }
  });

  it('shows each agent’s number of sessions and permission, and stores the permissions that are chosen', async () => {
    await letRead(ports('claudeCode', ['list']));
    assert.deepEqual(
      agents.map(({ label, description }) => `${label}: ${description}`),
      ['Claude Code: 12 sessions · not read', 'Codex: not read'],
    );
    assert.deepEqual(
      choices.map(({ consent, picked }) => [consent, picked]),
      [
        ['list', false],
        ['follow', false],
        ['archive', false],
      ],
    );
    assert.ok(choices.every(({ detail }) => detail.startsWith('Reads ')));
    assert.deepEqual(consents.read().claudeCode, { list: true, follow: false, archive: false });
    assert.deepEqual(consents.read().codex, { list: false, follow: false, archive: false });
    assert.match(told[0] ?? '', /are in the list of sessions/);
  });

  it('stops all reading immediately when the person withdraws a permission', async () => {
    await letRead(ports('claudeCode', ['list', 'follow']));
    assert.equal(stops, 0);
    await letRead(ports('claudeCode', ['list']));
    assert.equal(stops, 1);
    await letRead(ports('claudeCode', []));
    assert.equal(stops, 2);
    assert.deepEqual(consents.read().claudeCode, { list: false, follow: false, archive: false });
    assert.match(told.at(-1) ?? '', /^Longthread no longer reads Claude Code’s sessions/);
  });

  it('archives the sessions of an agent only with the person’s permission', async () => {
    await letRead(ports('claudeCode', ['archive']));
    assert.deepEqual(consents.read().claudeCode, { list: true, follow: false, archive: true });
    assert.match(told.at(-1) ?? '', /copied into the archive, with secrets masked\.$/);
    assert.equal(copied, 1);
    await letRead(ports('claudeCode', ['list']));
    assert.deepEqual([stops, copied, consents.read().claudeCode.archive], [1, 2, false]);
    assert.match(agents[0]?.description ?? '', /listed · archived$/);
    assert.match(told.at(-1) ?? '', /Copying has stopped. The copies stay until you run/);
  });

  it('changes nothing if the person closes the question', async () => {
    await letRead(ports('claudeCode', ['list']));
    await assert.rejects(letRead(ports('claudeCode', undefined)), /closed/);
    assert.deepEqual([consents.read().claudeCode.list, stops], [true, 0]);
  });
});
