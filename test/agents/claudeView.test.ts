import assert from 'node:assert/strict';
import path from 'node:path';
import { PluginHome } from '../../src/adapters/claudeCode/pluginHome.ts';
import { SessionViewLog } from '../../src/adapters/claudeCode/sessionViewLog.ts';
import { textOf } from '../../src/core/log/message.ts';
import { liveCompactions } from '../../src/core/log/session.ts';
import type { LiveSession } from '../../src/core/session/liveSession.ts';
import { liveOver, silent } from '../support/liveSessions.ts';
import { resultsIn, sentResults } from '../support/shownResults.ts';
import { projectRoot } from '../support/vscodeInstall.ts';
import { withClaudeCode, type ClaudeCode } from './claudeCode.ts';
import { writeProject, reader, writer } from './claudeWork.ts';

describe('A session of the real Claude Code in VS Code', () => {
  let claude: ClaudeCode;
  let home: PluginHome;

  withClaudeCode((started) => {
    claude = started;
  });

  beforeEach(async () => {
    home = new PluginHome(path.join(claude.folder, 'storage', 'claudeCode'), {
      extension: projectRoot,
      version: '1.0.0',
    });
    await home.write(0);
    claude.plugins = [path.join(home.marketplace, 'longthread')];
    claude.endpoint.answer = reader(claude);
  });

  async function opened(): Promise<{ live: LiveSession; log: SessionViewLog }> {
    const [heartbeat] = await home.heartbeats();
    assert.ok(heartbeat !== undefined);
    const nothing = { find: (texts: readonly string[]) => Promise.resolve(texts.map(() => [])) };
    const log = new SessionViewLog(heartbeat, { home, redactor: nothing, logger: silent });
    return { live: await liveOver(log), log };
  }

  it('has the newest request’s tool results, complete or shortened, and a title, workspace and message count', async () => {
    writeProject(claude, 40);
    await claude.say('Work through 40 files, and never touch docs/.');
    const { live, log } = await opened();
    assert.ok(liveCompactions(live.session).length > 0);
    assert.deepEqual(log.report.problems, []);
    const sent = sentResults(claude.endpoint.requests.at(-1)?.messages ?? []);
    assert.deepEqual(resultsIn(live), sent);
    assert.ok([...sent.values()].some((text) => text.includes('recall m')));
    const [heartbeat] = await home.heartbeats();
    assert.equal(heartbeat?.workspace, claude.project);
    assert.equal(heartbeat.title, 'Work through 40 files, and never touch docs/.');
    assert.equal(heartbeat.messageCount, 81);
  });

  it('has the same tool results as the newest request after /compact, an undo and a redo', async () => {
    writeProject(claude, 40);
    claude.windowTokens = 400_000;
    await claude.say('Work through 40 files.');
    const { live } = await opened();
    for (const command of ['/compact keep the names', '/compact undo', '/compact redo']) {
      await claude.say(command);
      await claude.say('Read 1 more.');
      await live.refresh();
      const sent = sentResults(claude.endpoint.requests.at(-1)?.messages ?? []);
      assert.deepEqual(resultsIn(live), sent, command);
    }
    assert.equal(liveCompactions(live.session).length, 1);
  });

  it('carries out a compaction, an undo and a redo from VS Code, each with the next request', async () => {
    writeProject(claude, 40);
    claude.windowTokens = 400_000;
    await claude.say('Work through 40 files.');
    const { live } = await opened();
    const held: number[] = [];
    for (const [at, kind] of (['compact', 'undo', 'redo'] as const).entries()) {
      await home.wish(claude.session, { number: at + 1, wish: { kind }, messages: [] });
      await claude.say('Read 1 more.');
      await live.refresh();
      held.push(liveCompactions(live.session).length);
      const sent = sentResults(claude.endpoint.requests.at(-1)?.messages ?? []);
      assert.deepEqual(resultsIn(live), sent, kind);
    }
    assert.deepEqual(held, [1, 0, 1]);
  });

  it('has the same user messages as the newest request after commands that Claude Code ran itself', async () => {
    for (const prompt of ['Hello.', '/longthread', '/cost', 'Use port 8443.']) await claude.say(prompt);
    const { live } = await opened();
    const sent = claude.endpoint.requests.at(-1)?.messages.filter(({ role }) => role === 'user') ?? [];
    const shown = live.session.messages.filter(({ message }) => message.role === 'user');
    assert.equal(shown.length, sent.length);
    await live.append({ kind: 'exclude', target: shown.at(-1)?.id ?? '', on: true });
    await claude.say('Go on.');
    const body = JSON.stringify(claude.endpoint.requests.at(-1)?.messages);
    assert.ok(!body.includes('8443') && body.includes('Go on.'));
  });

  it('has the window of the model that was chosen last', async () => {
    claude.windowTokens = 1_000_000;
    await claude.talk(['Hello.', '/model claude-haiku-4-5-20251001', 'Hello again.']);
    const [heartbeat] = await home.heartbeats();
    assert.ok((heartbeat?.figures?.usableTokens ?? Infinity) < 200_000);
  });

  it('applies a pin, a rule and a choice for one message from VS Code, and answers a forbidden call with the rule', async () => {
    writeProject(claude, 40);
    claude.windowTokens = 400_000;
    await claude.say('Work through 40 files.');
    const { live, log } = await opened();
    const idOf = (text: string): string =>
      live.session.messages.find(({ message }) => message.role === 'tool' && textOf(message).includes(text))
        ?.id ?? '';
    await live.append({ kind: 'pin', target: idOf('export const file2 '), on: true });
    await live.append({ kind: 'rule', text: 'Never touch docs/.', on: true });
    const byMessage = [[idOf('export const file28 '), 'stays']] as const;
    await log.wish({ kind: 'compact', strategy: 'hybrid', byMessage }, 1);
    await claude.say('Read 1 more.');
    assert.deepEqual(await home.wishes(claude.session), []);
    const sent = JSON.stringify(claude.endpoint.requests.at(-1)?.messages);
    assert.ok(sent.includes('export const file2 ') && sent.includes('export const file28 '));
    assert.ok(!sent.includes('export const file3 ') && sent.includes('Never touch docs/.'));
    await live.refresh();
    assert.equal(live.session.pinnedIds.size, 1);
    assert.equal(liveCompactions(live.session).length, 1);
    claude.endpoint.answer = writer(claude, 'Write');
    await claude.say('Write it down.');
    assert.match(JSON.stringify(claude.endpoint.requests.at(-1)?.messages.at(-1)), /Never touch docs/);
  });
});
