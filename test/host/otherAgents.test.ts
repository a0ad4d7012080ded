import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { SecretRedactor } from '../../src/adapters/redaction/secretRedactor.ts';
import { textOf } from '../../src/core/log/message.ts';
import { findInSessions } from '../../src/extension/commands/findInSessions.ts';
import { continueHere } from '../../src/extension/commands/otherSessionCommands.ts';
import { OtherAgentSessions } from '../../src/extension/otherAgents/otherAgentSessions.ts';
import type { Parts } from '../../src/extension/parts.ts';
import { openSession, type OpenSession } from '../../src/extension/sessions/openSession.ts';
import { SessionHost } from '../../src/extension/sessions/sessionHost.ts';
import type { Services } from '../../src/extension/services.ts';
import type { SetupParts } from '../../src/extension/setup/setupParts.ts';
import { MADE_UP_TOKEN } from '../support/namedSecrets.ts';
import { until } from '../support/until.ts';
import { longthreadApi } from './support/longthread.ts';

const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 50));
const NOW = 1_767_323_045_000;

/**
 * Returns the lines of a prompt and its answer in Claude Code's format. The answer reports the tokens of the request.
 */
function turn(at: number, text: string, inputTokens: number): string {
  const common = { sessionId: 's', cwd: workspace(), timestamp: new Date(NOW + at).toISOString() };
  const usage = { input_tokens: inputTokens, output_tokens: 9, cache_read_input_tokens: 0 };
  return [
    { ...common, type: 'user', uuid: `u${String(at)}`, message: { role: 'user', content: text } },
    {
      ...{ ...common, type: 'assistant', uuid: `a${String(at)}` },
      message: {
        ...{ id: `r${String(at)}`, role: 'assistant', model: 'claude-sonnet-4-5', usage },
        content: [{ type: 'text', text: `Done: ${text}` }],
      },
    },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

function compaction(summary: string): string {
  return [
    { type: 'system', subtype: 'compact_boundary', uuid: 'b', sessionId: 's', compactMetadata: {} },
    {
      ...{ type: 'user', uuid: 'sum', sessionId: 's', isCompactSummary: true },
      message: { role: 'user', content: summary },
    },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

function workspace(): string {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder);
  return realpathSync(folder.uri.fsPath);
}

describe('Another agent’s sessions in the editor', () => {
  const before = process.env['CLAUDE_CONFIG_DIR'];
  let root: string;
  let file: string;
  let now: number;
  let content: string;
  let written: number;
  let parts: SetupParts;
  let others: OtherAgentSessions;
  let warned: string[];
  let opened: OpenSession | undefined;

  beforeEach(async () => {
    await longthreadApi();
    root = mkdtempSync(path.join(tmpdir(), 'lt-others-'));
    process.env['CLAUDE_CONFIG_DIR'] = path.join(root, 'claude');
    const folder = path.join(root, 'claude', 'projects', workspace().replaceAll(/[^a-zA-Z0-9]/g, '-'));
    mkdirSync(folder, { recursive: true });
    mkdirSync(path.join(root, 'storage'));
    file = path.join(folder, 'a.jsonl');
    [content, written, warned] = ['', NOW / 1_000, []];
    write(turn(1, 'Paint the lamp.', 20_000) + turn(2, 'Now the door.', 21_000));
    now = NOW + 10_000;
    const extension = vscode.extensions.getExtension('longthread.longthread');
    const nothing = (): undefined => undefined;
    const services = {
      context: { globalStorageUri: vscode.Uri.file(path.join(root, 'storage')), storageUri: undefined },
      redactor: new SecretRedactor(),
      clock: { now: () => now, monotonic: () => 0 },
      logger: { info: nothing, warn: (line: string) => void warned.push(line), error: nothing },
      sessionsFolder: path.join(root, 'sessions'),
      workerPath: (bundle: string) => path.join(extension?.extensionPath ?? '', 'dist', bundle),
      counter: {
        encoding: 'none',
        warmUp: () => Promise.resolve(),
        count: (texts: readonly string[]) => Promise.resolve(texts.map(() => 10)),
        // An empty list of tools has no tokens.
        countSmall: (text: string) => (text === '[]' ? 0 : 10),
      },
    };
    parts = { services, settings: {}, models: {}, recalls: {}, memories: {} } as unknown as SetupParts;
    others = new OtherAgentSessions(parts, { isInstalled: false, heartbeats: () => Promise.resolve([]) });
    others.consents.write('claudeCode', { list: true, follow: true, archive: false });
  });

  afterEach(async () => {
    await opened?.live.close();
    opened = undefined;
    others.dispose();
    if (before === undefined) delete process.env['CLAUDE_CONFIG_DIR'];
    else process.env['CLAUDE_CONFIG_DIR'] = before;
    rmSync(root, { recursive: true, force: true });
  });

  /** Appends to the file in the same way as the agent. Each write has a later time than the previous one. */
  function write(more: string): void {
    content += more;
    writeFileSync(file, content);
    written += 1;
    utimesSync(file, written, written);
  }

  async function open(): Promise<OpenSession> {
    const [session] = await others.list();
    assert.ok(session);
    const { log, setup } = await others.open(session.id);
    opened = await openSession(log, { services: parts.services, setup });
    return opened;
  }

  const contextOf = ({ live }: OpenSession): readonly string[] =>
    live.context.map(({ message }) => textOf(message));

  it('have the same context and gauge as in the agent', async () => {
    const session = await open();
    const { conversation, live } = session;
    const gauge = () => conversation.request.gauge();
    assert.deepEqual(contextOf(session), [
      ...['Paint the lamp.', 'Done: Paint the lamp.', 'Now the door.', 'Done: Now the door.'],
    ]);
    // This is the sum of the agent's newest report and Longthread's own count of the answer.
    assert.equal(gauge().usedTokens, 21_000 + 14);
    assert.equal(gauge().window.usableTokens, 200_000);
    write(compaction('SUMMARY'));
    await live.refresh();
    assert.deepEqual(contextOf(session), ['SUMMARY']);
    // The compaction removes only messages: the tokens of the agent's own system text and tools stay in the figure.
    assert.equal(gauge().usedTokens, 21_000 - 3 * 14 + 14);
    write(turn(3, 'And the roof?', 15_000));
    await live.refresh();
    assert.deepEqual(contextOf(session), ['SUMMARY', 'And the roof?', 'Done: And the roof?']);
    assert.equal(gauge().usedTokens, 15_000 + 14);
    assert.equal(live.session.messages.length, 7, 'messages are missing');
  });

  it('are listed if the title contains the words of the query in any order', async () => {
    const own = { id: 'own', title: 'Lamp, to paint', lastUsedAt: 1 };
    const services = { ...parts.services, store: { list: () => Promise.resolve([own]) } };
    const host = new SessionHost(services as unknown as Services, () => assert.fail(), [others]);
    const titles = async (query: string) => (await host.list(query)).map(({ title }) => title);
    assert.deepEqual(await titles('lamp PAINT'), ['Paint the lamp.', 'Lamp, to paint']);
    assert.deepEqual(await titles('lamp door'), []);
  });

  it('are closed, and the views are notified, even if the deletion of the session fails', async () => {
    const [listed] = await others.list();
    const id = listed?.id ?? '';
    const { log, setup } = await others.open(id);
    const services = {
      ...{ ...parts.services, context: { workspaceState: { update: () => Promise.resolve() } } },
      store: { open: () => Promise.resolve(log), delete: () => assert.fail('the disk is full') },
    };
    const host = new SessionHost(services as unknown as Services, setup, []);
    await host.open(id);
    const shown: unknown[] = [];
    host.onDidChange((session) => shown.push(session));
    await assert.rejects(host.delete(id), /the disk is full/);
    assert.deepEqual(shown, [undefined]);
  });

  it('are marked as live if the file changed within the last two minutes', async () => {
    const isLive = async (): Promise<boolean | undefined> => (await others.list())[0]?.keptBy?.isLive;
    now = NOW + 60_000;
    assert.equal(await isLive(), true);
    now = NOW + 200_000;
    assert.equal(await isLive(), false);
    write(turn(3, 'And the roof?', 15_000));
    now = written * 1_000 + 1_000;
    assert.equal(await isLive(), true);
  });

  it('can be opened and audited from the archive, with secrets masked, after the agent deletes the originals', async () => {
    write(
      turn(3, `Never print ${MADE_UP_TOKEN}.`, 22_000) +
        compaction('SUMMARY') +
        turn(4, 'And the roof?', 9_000),
    );
    const before = contextOf(await open());
    await opened?.live.close();
    others.consents.write('claudeCode', { list: true, follow: false, archive: true });
    await others.archiving.run();
    rmSync(file);
    const [listed] = await others.list();
    assert.equal(listed?.keptBy?.isArchived, true);
    const session = await open();
    assert.deepEqual(contextOf(session), before);
    const said = session.live.session.messages.map(({ message }) => textOf(message));
    assert.ok(said.includes('Never print [secret: github key #1].'), said.join('\n'));
    const { compactions } = await others.audit(others.session(listed.id) ?? assert.fail());
    assert.deepEqual(
      compactions.map(({ lost }) => lost.map(({ line }) => line)),
      [['Never print [secret: github key #1].']],
    );
  });

  it('can be continued in Longthread if the person allows Longthread to list the agent’s sessions', async () => {
    const { id } = await open();
    const imported: unknown[] = [];
    const sessions = {
      importTranscript: (from: string, { choose }: { readonly choose?: unknown }) => {
        imported.push(from, choose);
        return Promise.resolve([]);
      },
    };
    const of = (current: unknown): Parts =>
      ({ acting: { current }, otherAgents: others, sessions }) as unknown as Parts;
    await continueHere(of({ id }));
    assert.deepEqual(imported, [file, undefined]);
    await assert.rejects(continueHere(of({ id: 'own' })), /Open a session of another agent first/);
    others.consents.write('claudeCode', { list: false, follow: false, archive: false });
    await assert.rejects(continueHere(of({ id })), /Open a session of another agent first/);
    assert.equal(imported.length, 2);
  });

  it('are offered without a count, and the reason is logged, if the agent’s folder can’t be read', async () => {
    const folder = path.dirname(file);
    rmSync(folder, { recursive: true });
    // Uses a symbolic link that points to itself, because not even an administrator can read it. An administrator could
    // still read a folder without permissions.
    symlinkSync(folder, folder);
    const found = await others.found();
    assert.deepEqual(
      found.filter(({ agent }) => agent === 'claudeCode'),
      [{ agent: 'claudeCode', count: undefined }],
    );
    assert.match(warned.join('\n'), /^sessions of Claude Code: ELOOP/mu);
  });

  it('are found by Find in All Sessions only if the person allowed Longthread to read whole files', async () => {
    const [listed] = await others.list();
    assert.ok(listed);
    const shown: unknown[] = [];
    const sessions = {
      find: (query: string, signal: AbortSignal) => others.find(query, signal),
      open: (id: string) => Promise.resolve(void shown.push(id)),
    };
    const find = (): Promise<void> =>
      findInSessions('door done', {
        parts: { sessions, services: parts.services } as unknown as Parts,
        chat: { showMessage: (id) => Promise.resolve(shown.push(id) > 0) },
      });
    const finding = find();
    let isOver = false;
    void finding.then(() => (isOver = true));
    await until(
      'the first hit is chosen',
      async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        return isOver;
      },
      { pause },
    );
    assert.deepEqual(shown, [listed.id, 'm4']);
    others.consents.write('claudeCode', { list: true, follow: false, archive: false });
    const found: unknown[] = [];
    for await (const hits of others.find('door', new AbortController().signal)) found.push(hits);
    assert.deepEqual(found, []);
  });
});
