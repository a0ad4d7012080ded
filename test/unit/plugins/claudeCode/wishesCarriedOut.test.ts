import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stateFile } from '../../../../src/adapters/claudeCode/homeFiles.ts';
import { wishFile } from '../../../../src/adapters/claudeCode/pluginHome.ts';
import { SessionViewLog } from '../../../../src/adapters/claudeCode/sessionViewLog.ts';
import { liveCompactions } from '../../../../src/core/log/session.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { Plugin } from '../../../../src/plugins/claudeCode/plugin.ts';
import type { ApiMessage } from '../../../../src/plugins/claudeCode/requestFormat.ts';
import {
  answered,
  bodyOf,
  FakeIo,
  messagesIn,
  opening,
  said,
  steps,
} from '../../../support/claudeRequests.ts';
import { transcriptOf } from '../../../support/claudeTranscript.ts';
import { temporaryHome } from '../../../support/fakeClaude.ts';
import { liveOver, silent } from '../../../support/liveSessions.ts';
import { resultsIn, sentResults } from '../../../support/shownResults.ts';

const FIRST = [...opening('Raise the rate to 0.21.'), ...steps(1, 40), answered('Done.')];

describe('a command from VS Code for a session of Claude Code', () => {
  let made: ReturnType<typeof temporaryHome>;
  let io: FakeIo;
  let plugin: Plugin;
  let transcript: string;
  let log: SessionViewLog;
  let live: LiveSession;
  let history: readonly ApiMessage[];

  beforeEach(async () => {
    made = temporaryHome();
    await made.home.write(1);
    io = new FakeIo();
    io.files.set('/plugin/home.json', JSON.stringify({ folder: '/home', extension: '/extension' }));
    io.files.set('/home/installed.json', '{}');
    io.files.set('/extension', '');
    io.window = 1_000_000;
    plugin = new Plugin();
    transcript = path.join(made.root, 'session-1.jsonl');
    history = FIRST;
    await sent();
    const nothing = { find: (texts: readonly string[]) => Promise.resolve(texts.map(() => [])) };
    const heartbeat = { sessionId: 'session-1', transcript, workspace: '/shop', at: 1 };
    log = new SessionViewLog(heartbeat, { home: made.home, redactor: nothing, logger: silent });
    live = await liveOver(log, { now: Date.UTC(2030, 0) });
  });

  afterEach(() => {
    made.remove();
  });

  /**
   * Sends the previous messages and `more` through the plugin, and returns the messages that the plugin sends. Also
   * writes the transcript, the plugin's state and the heartbeat to the disk, as a real request does.
   */
  async function sent(...more: readonly ApiMessage[]): Promise<readonly ApiMessage[]> {
    history = [...history, ...more];
    io.files.set('/home/wishes/session-1.json', JSON.stringify({ v: 1, wishes: await waiting() }));
    const body = bodyOf(history);
    const projected = await plugin.project(body, io);
    writeFileSync(transcript, transcriptOf(history));
    const state = io.files.get(stateFile('/projects/session-1.jsonl'));
    if (state !== undefined) writeFileSync(stateFile(transcript), state);
    const told = JSON.parse(io.files.get('/home/sessions/session-1.json') ?? '{}') as object;
    mkdirSync(path.join(made.home.folder, 'sessions'), { recursive: true });
    writeFileSync(
      path.join(made.home.folder, 'sessions/session-1.json'),
      JSON.stringify({ ...told, transcript }),
    );
    return messagesIn(projected ?? body);
  }

  function waiting(): ReturnType<typeof made.home.wishes> {
    return made.home.wishes('session-1');
  }

  function idOf(words: string): string {
    return live.session.messages.find(({ message }) => textOf(message).startsWith(words))?.id ?? '';
  }

  it('pins a message in VS Code immediately, and in Claude Code from the next request on', async () => {
    const target = idOf('file 3:');
    await live.append({ kind: 'pin', target, on: true });
    assert.ok(live.session.pinnedIds.has(target));
    assert.deepEqual(await live.refresh(), [], 'the pin was read a second time');
    assert.equal((await waiting()).length, 1);
    await sent(said('Go on.'));
    assert.deepEqual(await waiting(), [], 'the command is still waiting');
    await live.refresh();
    assert.equal(live.session.pinnedIds.size, 1);
    await plugin.command('', io);
    const messages = await sent(answered('So.'), said('And on.'));
    const text = JSON.stringify(messages);
    assert.ok(text.includes('file 3: const') && !text.includes('file 2: const'));
    await live.refresh();
    assert.deepEqual(resultsIn(live), sentResults(messages));
  });

  it('leaves a message out of all requests until the person includes the message again', async () => {
    const target = idOf('file 3:');
    await live.append({ kind: 'exclude', target, on: true });
    const messages = await sent(said('Go on.'));
    assert.ok(!JSON.stringify(messages).includes('file 3: const'));
    assert.ok(JSON.stringify(messages).includes('file 2: const'));
    await live.refresh();
    assert.deepEqual(resultsIn(live), sentResults(messages));
    await live.append({ kind: 'exclude', target: idOf('file 3:'), on: false });
    assert.deepEqual(await sent(), messagesIn(bodyOf(history)));
  });

  it('leaves out a prompt together with the command before it, since Claude Code sends both as one message', async () => {
    const texts = ['<command-name>/longthread</command-name>', 'Use port 8443.'];
    await sent({ role: 'user', content: texts.map((text) => ({ type: 'text', text })) });
    await live.refresh();
    const target = live.session.messages.at(-1)?.id ?? '';
    assert.ok(textOf(live.message(target)!.message).includes('8443'));
    await live.append({ kind: 'exclude', target, on: true });
    const messages = await sent(answered('So.'), said('And on.'));
    assert.deepEqual(io.told, []);
    assert.ok(!JSON.stringify(messages).includes('8443'));
    await live.refresh();
    assert.ok(live.context.every(({ message }) => !textOf(message).includes('8443')));
  });

  it('adds a rule to the notes and to the check of tool calls, or removes a rule', async () => {
    await live.append({ kind: 'rule', text: 'Never touch docs/.', on: true });
    await sent(said('Go on.'));
    const write = { tool: 'Write', input: { file_path: '/shop/docs/a.md', content: 'x' } };
    assert.equal(await plugin.ruleAgainst(write, io), 'Never touch docs/.');
    await plugin.command('', io);
    assert.ok(JSON.stringify(await sent()).includes('Never touch docs/.'));
    await live.refresh();
    await live.append({ kind: 'rule', text: 'Never touch docs/.', on: false });
    await sent();
    assert.equal(await plugin.ruleAgainst(write, io), undefined);
  });

  it('adds a rule that still holds after another process resumes the session', async () => {
    await live.append({ kind: 'rule', text: 'Never touch docs/.', on: true });
    await sent(said('Go on.'));
    plugin = new Plugin();
    await sent(answered('So.'), said('And on.'));
    const write = { tool: 'Write', input: { file_path: '/shop/docs/a.md', content: 'x' } };
    assert.equal(await plugin.ruleAgainst(write, io), 'Never touch docs/.');
  });

  it('edits the notes, and later notes keep the edit', async () => {
    await live.append({ kind: 'notesEdited', text: 'The mail goes out on Friday.', on: true });
    await sent(said('Go on.'));
    await plugin.command('', io);
    assert.ok(JSON.stringify(await sent()).includes('The mail goes out on Friday.'));
  });

  it('compacts with the choices from the preview', async () => {
    await log.wish(
      {
        kind: 'compact',
        strategy: 'hybrid',
        instructions: 'keep the names',
        byMessage: [
          [idOf('file 3:'), 'stays'],
          [idOf('file 30:'), 'leftOut'],
        ],
      },
      1,
    );
    const messages = JSON.stringify(await sent(said('Go on.')));
    assert.ok(messages.includes('file 3: const') && !messages.includes('file 4: const'));
    assert.ok(!messages.includes('file 30: const'));
    await live.refresh();
    const [compaction] = liveCompactions(live.session);
    assert.equal(compaction?.event.instructions, 'keep the names');
    assert.ok((compaction.leftOut ?? []).includes(idOf('file 30:')));
    assert.match(io.told[0] ?? '', /\d+ messages \(about/);
  });

  it('compacts only the chosen part of the session', async () => {
    await log.wish(
      { kind: 'compact', range: { first: idOf('file 5:'), last: idOf('file 9:') }, strategy: 'rolling' },
      1,
    );
    const messages = JSON.stringify(await sent(said('Go on.')));
    for (const number of [4, 10]) assert.ok(messages.includes(`file ${String(number)}: const`));
    for (const number of [5, 9]) assert.ok(!messages.includes(`file ${String(number)}: const`));
    await live.refresh();
    assert.equal(liveCompactions(live.session)[0]?.event.strategy, 'rolling');
  });

  it('is reported if it can’t be carried out', async () => {
    await log.wish({ kind: 'compact', budgetTokens: 10 }, 1);
    await live.append({ kind: 'pin', target: idOf('file 3:'), on: true });
    history = FIRST.slice(0, 2);
    await sent();
    assert.equal(io.told.length, 2, JSON.stringify(io.told));
    assert.match(io.told[1] ?? '', /Claude Code does not send one of the chosen messages/);
    assert.deepEqual(await waiting(), []);
  });

  it('can’t rename the session, and can’t change anything after the session is closed in VS Code', async () => {
    await assert.rejects(live.append({ kind: 'session', title: 'Other' }), /another agent runs it/);
    await log.close();
    await assert.rejects(live.append({ kind: 'rule', text: 'Never.', on: true }), /was closed here/);
  });

  it('is stored in the file that the plugin reads', () => {
    assert.equal(wishFile('a'), 'wishes/a.json');
  });
});
