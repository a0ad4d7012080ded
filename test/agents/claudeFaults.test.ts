import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stateFile } from '../../src/adapters/claudeCode/homeFiles.ts';
import { PluginHome } from '../../src/adapters/claudeCode/pluginHome.ts';
import {
  checkedVersion,
  installPlugin,
  isPluginListed,
  removePlugin,
} from '../../src/adapters/claudeCode/pluginInstall.ts';
import { sessionsWithoutPlugin } from '../../src/adapters/claudeCode/sessionsWithoutPlugin.ts';
import { projectRoot } from '../support/vscodeInstall.ts';
import { CLAUDE_CODE_VERSION, withClaudeCode, type ClaudeCode } from './claudeCode.ts';
import { answersSince } from './claudeEndpoint.ts';
import { assertValid, writeProject, reader } from './claudeWork.ts';

/** Returns a home folder for the plugin. Its path contains a space, as on macOS. */
function homeOf(claude: ClaudeCode): PluginHome {
  const folder = path.join(claude.folder, 'global storage', 'claudeCode');
  return new PluginHome(folder, { extension: projectRoot, version: '1.0.0' });
}

describe('The real Claude Code', () => {
  let claude: ClaudeCode;

  withClaudeCode((started) => {
    claude = started;
  });

  it('installs and removes the plugin with its own commands, and leaves only transcripts and a cached copy', async () => {
    claude.plugins = [];
    const home = homeOf(claude);
    assert.equal(await checkedVersion(claude.program), CLAUDE_CODE_VERSION);
    assert.equal(await isPluginListed(claude.program), false);
    await installPlugin(claude.program, { home, now: 0 });
    assert.equal(await isPluginListed(claude.program), true);
    writeProject(claude, 40);
    claude.endpoint.answer = reader(claude);
    await claude.say('Work through 40 files.');
    assert.ok(JSON.stringify(claude.endpoint.requests.at(-1)).includes('recall m'));
    const [heartbeat] = await home.heartbeats();
    assert.equal(heartbeat?.sessionId, claude.session);
    assert.ok((heartbeat.figures?.wholeTokens ?? 0) > (heartbeat.figures?.usedTokens ?? Infinity));
    assert.ok(existsSync(stateFile(heartbeat.transcript)));
    await removePlugin(claude.program, home);
    assert.equal(existsSync(home.folder), false);
    await claude.say('Read 1 more.');
    const sent = JSON.stringify(claude.endpoint.requests.at(-1));
    assert.ok(!sent.includes('longthread'));
    const left = claude.naming('ongthread').map((file) => path.relative(claude.home, file));
    // Ignores two kinds of files: transcripts, which mention the plugin, and Claude Code's cached copy of the plugin,
    // which Claude Code deletes days later.
    assert.deepEqual(
      left.filter((file) => !/^\.claude\/(?:projects\/.*\.jsonl$|plugins\/cache\/)/.test(file)),
      [],
    );
  });

  it('has a session without the plugin, and Longthread reports this session until the plugin writes a heartbeat', async () => {
    const home = homeOf(claude);
    await home.write(0);
    const folders = { home, config: path.join(claude.home, '.claude'), workspace: claude.project };
    claude.plugins = [];
    writeProject(claude, 3);
    claude.endpoint.answer = reader(claude);
    await claude.say('Work through 2 files.');
    assert.deepEqual(await sessionsWithoutPlugin(folders), [claude.session]);
    claude.plugins = [path.join(home.marketplace, 'longthread')];
    await claude.say('Read 1 more.');
    assert.deepEqual(await sessionsWithoutPlugin(folders), []);
  });

  it('continues the turn and reports the failure once if the plugin’s code throws an error', async () => {
    claude.plugins = [claude.faulty("throw new Error('made to fail');")];
    writeProject(claude, 6);
    claude.endpoint.answer = reader(claude);
    assert.equal((await claude.say('Work through 6 files.')).result, 'All 6 are read.');
    assert.match(claude.debug, /made to fail/);
    assert.equal(
      claude.debug.match(/\(longthread\): Longthread failed\./g)?.length,
      1,
      'the failure was not reported exactly once',
    );
    assert.equal(claude.endpoint.requests.length, 7);
  });

  it('continues the turn and reports a missing heartbeat after 5 s if the plugin’s code never ends', async () => {
    claude.plugins = [claude.faulty('for (;;) {}')];
    writeProject(claude, 6);
    claude.endpoint.answer = reader(claude);
    assert.equal((await claude.say('Work through 6 files.')).result, 'All 6 are read.');
    assert.match(claude.debug, /no answer to a heartbeat within 5000ms/);
    assert.equal(claude.endpoint.requests.length, 7);
  });

  it('continues the session if the plugin’s file beside the transcript is damaged', async () => {
    writeProject(claude, 40);
    claude.endpoint.answer = reader(claude);
    await claude.say('Work through 40 files.');
    const [state = ''] = claude.naming('.longthread.json');
    assert.ok(state.endsWith(`${claude.session}.longthread.json`));
    writeFileSync(state, '{"v":1,"threads":[{"history":7},');
    assert.equal((await claude.say('Read 1 more.')).result, 'All 1 are read.');
    assertValid(claude.endpoint.requests.at(-1)!);
  });

  it('continues the session after its process was killed in the middle of a turn', async () => {
    writeProject(claude, 60);
    claude.endpoint.answer = (request) => {
      if (claude.endpoint.requests.length === 50) spawned.kill('SIGKILL');
      return reader(claude)(request);
    };
    const spawned = claude.spawn('-p', 'Work through 60 files.', '--session-id', claude.session);
    spawned.stdin?.end();
    await new Promise((resolve) => spawned.once('close', resolve));
    const before = claude.endpoint.requests.length;
    claude.markBegun();
    await claude.say('Read 2 more.');
    const after = claude.endpoint.requests[before];
    assert.ok(after !== undefined);
    assertValid(after);
    assert.ok(JSON.stringify(after).includes('recall m'));
  });

  it('lets the plugin search a transcript of 40 MB, and the plugin answers Claude Code’s heartbeats during the search', async () => {
    writeProject(claude, 3);
    claude.endpoint.answer = reader(claude);
    await claude.say('Work through 2 files.');
    const [transcript = ''] = claude.naming(`${claude.session}.jsonl`);
    // These messages are on an abandoned branch, which Claude Code does not send.
    const left = Array.from({ length: 4_000 }, (_, at) => {
      const content = `${at === 2_000 ? 'E_LEFT_4711 ' : ''}${'harbour '.repeat(1_300)}`;
      const id = randomUUID();
      const row = { type: 'user', uuid: id, parentUuid: null, sessionId: claude.session, isSidechain: true };
      return `${JSON.stringify({ ...row, timestamp: '2026-01-01T00:00:00.000Z', message: { role: 'user', content } })}\n`;
    });
    writeFileSync(transcript, left.join('') + readFileSync(transcript, 'utf8'));
    assert.ok(statSync(transcript).size > 40_000_000);
    claude.endpoint.answer = (request) =>
      answersSince(request, 'Look') === 0
        ? { text: 'I look.', call: { name: 'mcp__longthread__recall', input: { query: 'E_LEFT_4711' } } }
        : { text: 'Found.' };
    await claude.say('Look for it.');
    assert.match(JSON.stringify(claude.endpoint.requests.at(-1)?.messages.at(-1)), /E_LEFT_4711 harbour/);
    assert.doesNotMatch(claude.debug, /no answer to a heartbeat/);
  });

  it('writes the API key to no file, not even to the debug log', async () => {
    writeProject(claude, 3);
    claude.endpoint.answer = reader(claude);
    await claude.say('Work through 3 files.');
    assert.ok(!claude.debug.includes('sk-ant-of-nobody'));
    assert.deepEqual(claude.naming('sk-ant-of-nobody'), []);
  });
});
