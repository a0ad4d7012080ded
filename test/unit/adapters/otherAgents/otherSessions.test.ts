import assert from 'node:assert/strict';
import { statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AGENT_IDS, AGENTS, type AgentId } from '../../../../src/adapters/otherAgents/agents.ts';
import { ConsentFile } from '../../../../src/adapters/otherAgents/consent.ts';
import { LISTED_BYTES } from '../../../../src/adapters/otherAgents/listedSession.ts';
import {
  countByNames,
  listSessions,
  type ReadBefore,
} from '../../../../src/adapters/otherAgents/otherSessions.ts';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { geminiHash, OtherMachine } from '../../../support/otherAgentFiles.ts';
import { MADE_UP_TOKEN } from '../../../support/namedSecrets.ts';

describe('Sessions of other agents', () => {
  let machine: OtherMachine;
  beforeEach(() => (machine = new OtherMachine()));
  afterEach(() => {
    machine.remove();
  });

  const redactor = new SecretRedactor();
  const where = (): Parameters<typeof countByNames>[1] => ({
    ...{ workspace: machine.workspace, places: machine.places, files: machine.files },
  });
  const titles = async (agent: AgentId): Promise<readonly string[]> =>
    (await listSessions(agent, where(), redactor)).map(({ title }) => title);

  for (const [agent, title] of [
    ['claudeCode', 'claude here'],
    ['codex', 'codex here'],
    ['copilotCli', 'copilot here'],
    ['editorChats', 'vscode here'],
    ['geminiCli', 'gemini here'],
    ['openCode', 'opencode here'],
    ['pi', 'pi here'],
    ['cline', 'cline here'],
    ['cursor', 'cursor here'],
  ] as const)
    it(`are listed if they belong to this folder: ${agent}`, async () => {
      machine.writeAll();
      assert.deepEqual(await titles(agent), [title]);
    });

  it('are looked for in the usual folders if the environment variable for an agent’s folder is empty', () => {
    const empty = {
      CLAUDE_CONFIG_DIR: '',
      CODEX_HOME: '',
      PI_CODING_AGENT_DIR: '',
      XDG_DATA_HOME: '',
      GEMINI_CLI_HOME: '',
      COPILOT_HOME: '',
    };
    const folders = (env: Readonly<Record<string, string>>) =>
      AGENT_IDS.flatMap((agent) => AGENTS[agent].folders('/w', { ...machine.places, env })).map(
        ({ folder }) => folder,
      );
    assert.deepEqual(folders(empty), folders({}));
  });

  it('are not found if their folder is missing or is a file, but an unreadable folder causes an error', async () => {
    const folder = machine.folderOf('claudeCode');
    assert.equal(await countByNames('claudeCode', where()), 0);
    machine.write(path.dirname(folder), path.basename(folder), '');
    assert.equal(await countByNames('claudeCode', where()), 0);
    unlinkSync(folder);
    // Creates a symbolic link that points to itself, since nobody can read such a folder. Missing permissions would not
    // stop an administrator.
    symlinkSync(folder, folder);
    await assert.rejects(countByNames('claudeCode', where()), { code: 'ELOOP' });
    await assert.rejects(listSessions('claudeCode', where(), redactor), { code: 'ELOOP' });
    await assert.rejects(machine.files.stamp(folder), { code: 'ELOOP' });
  });

  it('are listed with the token count of the newest request, if their agent recorded one', async () => {
    machine.writeAll();
    machine.writeClaude('long', ['one', 'two', 'x'.repeat(200_000), 'four']);
    const tokens = async (agent: AgentId): Promise<readonly unknown[]> =>
      (await listSessions(agent, where(), redactor)).map((session) => session.tokens);
    assert.deepEqual(new Set(await tokens('claudeCode')), new Set([115, 118]));
    assert.deepEqual(await tokens('codex'), [777]);
    assert.deepEqual(await tokens('openCode'), [123]);
    assert.deepEqual(await tokens('cursor'), [undefined]);
  });

  it('are sorted by the modification times of their files, newest first', async () => {
    for (const [name, seconds] of [
      ['second', 2000],
      ['first', 3000],
      ['third', 1000],
    ] as const)
      utimesSync(machine.writeClaude(name, [name]), seconds, seconds);
    assert.deepEqual(await titles('claudeCode'), ['first', 'second', 'third']);
  });

  it('are listed without secrets and without subagents’ sessions', async () => {
    const secret = MADE_UP_TOKEN;
    machine.writeClaude('a', [`Use ${secret}`]);
    machine.writeClaude('agent-1', ['a subagent']);
    const [title = '', ...others] = await titles('claudeCode');
    assert.match(title, /^Use \[secret: /);
    assert.deepEqual(others, []);
  });

  it('have titles that are not cut within a secret', async () => {
    const secret = MADE_UP_TOKEN;
    machine.writeClaude('a', [`Push the branch of the harbour with this token: ${secret}`]);
    const [title = ''] = await titles('claudeCode');
    assert.match(title, /^Push the branch/);
    assert.ok(!title.includes('ghp'), title);
  });

  it('are left out if their content names another folder, even if they are stored in the same place', async () => {
    machine.writeClaude('mine', ['mine']);
    const line = {
      type: 'user',
      cwd: `${machine.workspace}.x`,
      message: { role: 'user', content: 'theirs' },
    };
    machine.write(machine.folderOf('claudeCode'), 'theirs.jsonl', `${JSON.stringify(line)}\n`);
    assert.deepEqual(await titles('claudeCode'), ['mine']);
  });

  it('belong to the folder that their agent recorded, even if the folder’s path ends with a slash', async () => {
    const lines = [
      { type: 'session', id: 'x', cwd: `${machine.workspace}/` },
      { type: 'message', message: { role: 'user', content: 'with a slash' } },
    ];
    machine.write(
      machine.folderOf('pi'),
      'x.jsonl',
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    );
    assert.deepEqual(await titles('pi'), ['with a slash']);
  });

  it('belong to the folder that their agent recorded, not to a folder that a text mentions', async () => {
    const details = `<environment_details>\n# Current Working Directory (${machine.workspace}) Files`;
    const said = [{ role: 'user', content: `<task>See Current Working Directory (/b)</task>\n${details}` }];
    machine.write(machine.folderOf('cline'), '1/api_conversation_history.json', JSON.stringify(said));
    const messages = [
      { type: 'user', content: 'Run it with {"cwd":"packages/a"}.', args: { cwd: 'packages/a' } },
    ];
    machine.write(
      machine.folderOf('geminiCli'),
      'shop/chats/session-a.json',
      JSON.stringify({ sessionId: 'a', projectHash: geminiHash(machine.workspace), messages }),
    );
    assert.equal((await titles('cline')).length, 1);
    assert.equal((await titles('geminiCli')).length, 1);
  });

  it('are listed once, from the newest file, if Gemini CLI stored copies in several folders or formats', async () => {
    const projectHash = geminiHash(machine.workspace);
    const places = [`${projectHash}/chats/session-a.json`, 'shop-1/chats/session-a.json'];
    for (const [at, place] of [
      ...places,
      'shop-1/chats/session-a.jsonl',
      'shop-1/chats/session-b.jsonl',
    ].entries()) {
      const messages = [{ type: 'user', content: `written as number ${String(at)}` }];
      const text = JSON.stringify({ sessionId: 'a', projectHash, messages });
      utimesSync(machine.write(machine.folderOf('geminiCli'), place, text), at, at);
    }
    assert.deepEqual(await titles('geminiCli'), ['written as number 3', 'written as number 2']);
  });

  it('are looked for in $GEMINI_CLI_HOME/.gemini/tmp if this environment variable is set', () => {
    const env = { GEMINI_CLI_HOME: machine.elsewhere };
    const folders = AGENTS.geminiCli.folders('/w', { ...machine.places, env }).map(({ folder }) => folder);
    assert.deepEqual(folders, [path.join(machine.elsewhere, '.gemini', 'tmp')]);
  });

  it('are read again for the list only if the size or time of a file changed', async () => {
    machine.writeAll();
    const before: ReadBefore = new Map();
    for (const agent of AGENT_IDS) {
      const first = await listSessions(agent, where(), redactor, before);
      machine.read.length = 0;
      assert.deepEqual(await listSessions(agent, where(), redactor, before), first);
      assert.ok(
        machine.read.every((line) => !line.startsWith('text ')),
        agent,
      );
    }
    const file = machine.writeClaude('claude-here', ['another one', 'two']);
    assert.deepEqual(
      (await listSessions('claudeCode', where(), redactor, before)).map(({ title }) => title),
      ['another one'],
    );
    assert.ok(machine.read.includes(`text ${path.relative(machine.root, file)}`));
  });

  it('are read again if the write-ahead log of opencode’s database changed', async () => {
    machine.writeAll();
    const before: ReadBefore = new Map();
    const database = path.join(machine.folderOf('openCode'), 'opencode.db');
    const [first] = await listSessions('openCode', where(), redactor, before);
    assert.equal(first?.title, 'opencode here');
    writeFileSync(`${database}-wal`, '');
    const changed = new DatabaseSync(database);
    const { size, mtime } = statSync(database);
    changed.exec("UPDATE session SET title = 'opencode anew' WHERE id = 'a'");
    changed.close();
    assert.equal(statSync(database).size, size);
    utimesSync(database, mtime, mtime);
    writeFileSync(`${database}-wal`, ' ');
    const [anew] = await listSessions('openCode', where(), redactor, before);
    assert.equal(anew?.title, 'opencode anew');
  });

  it('are found if the folder’s path in opencode’s database ends with a slash', async () => {
    machine.writeAll();
    const database = new DatabaseSync(path.join(machine.folderOf('openCode'), 'opencode.db'));
    database
      .prepare("UPDATE session SET directory = ? WHERE id = 'a'")
      .run(`${machine.workspace}${path.sep}`);
    database.close();
    assert.deepEqual(await titles('openCode'), ['opencode here']);
  });

  it('do not belong to the current folder if opencode’s database contains no folder for them', async () => {
    machine.writeAll();
    const database = new DatabaseSync(path.join(machine.folderOf('openCode'), 'opencode.db'));
    database.exec("UPDATE session SET directory = ''");
    database.close();
    const here = { ...where(), workspace: process.cwd() };
    assert.deepEqual(await listSessions('openCode', here, redactor), []);
  });

  describe('that need consent', () => {
    /** The number of sessions that are counted by file names only; undefined if nothing is read before consent. */
    const BEFORE: Readonly<Record<AgentId, number | undefined>> = {
      ...{ claudeCode: 2, codex: undefined, copilotCli: undefined, editorChats: 1, geminiCli: undefined },
      ...{ openCode: undefined, pi: 1, cline: undefined, cursor: 1 },
    };
    const kindsRead = (): readonly string[] => [
      ...new Set(machine.read.map((line) => line.split(' ')[0] ?? '')),
    ];

    for (const agent of AGENT_IDS) {
      const allowed =
        BEFORE[agent] === undefined ? 'are not read' : 'are only counted, by the names of their files,';
      it(`${allowed} before consent, and read only in part after consent: ${agent}`, async () => {
        machine.writeAll();
        machine.writeClaude('long', ['x'.repeat(300_000)]);
        assert.equal(await countByNames(agent, where()), BEFORE[agent]);
        assert.deepEqual(kindsRead(), BEFORE[agent] === undefined ? [] : ['names']);
        await listSessions(agent, where(), redactor);
        // opencode's database is read with a query, which `bytesRead` does not count.
        assert.equal(machine.bytesRead.length > 0, agent !== 'openCode');
        assert.ok(machine.bytesRead.every((bytes) => bytes <= LISTED_BYTES));
        if (BEFORE[agent] !== undefined)
          assert.deepEqual(
            machine.read.filter((line) => line.includes('there')),
            [],
          );
      });
    }

    it('are covered by one stored consent for each agent; without consent to list them, they can’t be followed or archived either', () => {
      const storage = machine.root;
      const consents = new ConsentFile(storage);
      const none = { list: false, follow: false, archive: false };
      assert.deepEqual(consents.read().codex, none);
      consents.write('codex', { list: true, follow: false, archive: false });
      consents.write('pi', { list: true, follow: true, archive: false });
      assert.deepEqual(new ConsentFile(storage).read().codex, { list: true, follow: false, archive: false });
      assert.deepEqual(consents.read().pi, { list: true, follow: true, archive: false });
      assert.deepEqual(consents.read().claudeCode, none);
      consents.write('cline', { list: true, follow: false, archive: true });
      assert.deepEqual(new ConsentFile(storage).read().cline, { list: true, follow: false, archive: true });
      consents.write('cline', { list: false, follow: false, archive: true });
      assert.deepEqual(consents.read().cline, none);
      consents.write('pi', { list: false, follow: true, archive: false });
      assert.deepEqual(consents.read().pi, none);
      machine.write(
        storage,
        'otherAgents.json',
        '{"codex": {"list": 1, "follow": true}, "pi": {"follow": true, "archive": true}}',
      );
      assert.deepEqual([consents.read().codex, consents.read().pi], [none, none]);
    });
  });
});
