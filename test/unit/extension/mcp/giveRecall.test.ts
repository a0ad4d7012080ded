import assert from 'node:assert/strict';
import type { AgentProgram } from '../../../../src/adapters/claudeCode/agentProgram.ts';
import {
  giveRecall,
  type GiveRecallPorts,
  type RecallAgent,
  type RecallChoice,
} from '../../../../src/extension/mcp/giveRecall.ts';

describe('The command “Set Up Recall in Another Agent”', () => {
  let ran: string[];
  let told: string[];
  let asked: string[];
  let copied: string[];
  let given: readonly RecallAgent[];
  let offered: readonly RecallChoice[];
  let written: number;
  let refused: string | undefined;
  let version: string;

  beforeEach(() => {
    [ran, told, asked, copied] = [[], [], [], []];
    [given, offered, written, refused, version] = [[], [], 0, undefined, '1.5.2\n'];
  });

  const program = (name: string): AgentProgram => ({
    run: (args) => {
      ran.push([name, ...args].join(' '));
      if (args[0] === '--version') return Promise.resolve({ isDone: true, output: version });
      const isDone = refused === undefined || args[1] !== 'add';
      return Promise.resolve({ isDone, output: isDone ? '' : (refused ?? '') });
    },
  });
  const ports = (
    wanted: RecallChoice['choice'],
    changes: Partial<GiveRecallPorts> = {},
  ): GiveRecallPorts => ({
    programs: { claudeCode: program('claude'), codex: program('codex'), pi: program('pi') },
    launcher: { path: '/storage/mcp/longthread-mcp', write: () => void (written += 1) },
    given: () => given,
    keepGiven: (agents) => Promise.resolve(void (given = agents)),
    choose: (choices) => {
      offered = choices;
      const found = choices.find(({ choice }) => choice === wanted);
      return found === undefined ? Promise.reject(new Error('closed')) : Promise.resolve(found);
    },
    confirm: ({ sentence, detail, action }) =>
      Promise.resolve(void asked.push(`${action}: ${sentence} ${detail}`)),
    copy: (text) => Promise.resolve(void copied.push(text)),
    tell: (sentence) => void told.push(sentence),
    waitFor: (_what, work) => work(new AbortController().signal),
    ...changes,
  });

  it('reports an error if recall can’t be removed because the agent’s program is missing', async () => {
    given = ['codex'];
    await assert.rejects(
      giveRecall(ports('codex', { programs: { claudeCode: undefined, codex: undefined, pi: undefined } })),
      /Codex was not found.*by hand/u,
    );
    assert.deepEqual([given, told], [['codex'], []]);
  });

  it('adds recall with the agent’s own command, or removes recall if the agent already has recall', async () => {
    await giveRecall(ports('claudeCode'));
    assert.match(
      asked[0] ?? '',
      /^Set Up: Set up recall in Claude Code\?.*read-only.*only Longthread’s sessions of the folder in which the agent works\. Secrets are masked/s,
    );
    assert.deepEqual(ran, [
      'claude mcp remove --scope user longthread',
      'claude mcp add --scope user longthread -- /storage/mcp/longthread-mcp',
    ]);
    assert.deepEqual([given, written], [['claudeCode'], 1]);
    await giveRecall(ports('claudeCode'));
    const removing = offered.find(({ choice }) => choice === 'claudeCode');
    assert.match(removing?.label ?? '', /Remove recall from Claude Code/);
    assert.match(removing?.detail ?? '', /can then no longer search/);
    assert.match(asked[1] ?? '', /^Remove: Remove recall from Claude Code/);
    assert.equal(ran.at(-1), 'claude mcp remove --scope user longthread');
    assert.deepEqual(given, []);
    await giveRecall(ports('codex'));
    assert.equal(ran.at(-1), 'codex mcp add longthread -- /storage/mcp/longthread-mcp');
    await giveRecall(ports('pi'));
    assert.deepEqual(ran.slice(-3), [
      'pi --version',
      'pi mcp remove longthread',
      'pi mcp add --exposure direct longthread -- /storage/mcp/longthread-mcp',
    ]);
  });

  it('runs an old version of pi only to ask for the version', async () => {
    version = '0.87.1\n';
    await assert.rejects(giveRecall(ports('pi')), /older than 1\.0/);
    assert.deepEqual([ran, given], [['pi --version'], []]);
  });

  it('runs, writes and stores nothing before the person agrees, and stores nothing if the agent refuses', async () => {
    const refusing = { confirm: () => Promise.reject(new Error('closed')) };
    for (const agent of ['editor', 'claudeCode', 'codex'] as const)
      await assert.rejects(giveRecall(ports(agent, refusing)), /closed/);
    assert.deepEqual([ran, written, given, told], [[], 0, [], []]);
    refused = 'one\nnot allowed here\n';
    await assert.rejects(giveRecall(ports('codex')), /^Error: Codex refused: not allowed here$/);
    refused = '';
    await assert.rejects(giveRecall(ports('codex')), /^Error: Codex refused: it did not say why\.$/);
    assert.deepEqual(given, []);
  });

  it('offers the installed agents, and a command to copy for other agents', async () => {
    await giveRecall(ports('copy', { programs: { claudeCode: undefined, codex: undefined, pi: undefined } }));
    assert.deepEqual(
      offered.map(({ choice }) => choice),
      ['editor', 'copy'],
    );
    assert.deepEqual([copied, written, asked], [['/storage/mcp/longthread-mcp'], 1, []]);
    await giveRecall(ports('editor'));
    assert.deepEqual([given, ran], [['editor'], []]);
    assert.deepEqual(
      offered.map(({ choice }) => choice),
      ['editor', 'claudeCode', 'codex', 'pi', 'copy'],
    );
  });
});
