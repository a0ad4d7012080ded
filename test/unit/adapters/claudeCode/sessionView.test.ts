import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stateFile } from '../../../../src/adapters/claudeCode/homeFiles.ts';
import { keyOf } from '../../../../src/adapters/claudeCode/alignHistory.ts';
import { writeState } from '../../../../src/adapters/claudeCode/savedState.ts';
import { readNamedMessages } from '../../../../src/adapters/claudeCode/sessionView.ts';
import { SessionViewLog } from '../../../../src/adapters/claudeCode/sessionViewLog.ts';
import { messagesInTranscript } from '../../../../src/adapters/claudeCode/transcriptSearch.ts';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { FORMAT_VERSION } from '../../../../src/core/log/formatVersion.ts';
import { liveCompactions } from '../../../../src/core/log/session.ts';
import { digestOf } from '../../../../src/core/text/digest.ts';
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

const FIRST = [
  ...opening('Raise the rate to 0.21, and never touch docs/.'),
  ...steps(1, 40),
  answered('Done.'),
  said('Go on.'),
];

describe('a session of Claude Code in VS Code', () => {
  let made: ReturnType<typeof temporaryHome>;
  let io: FakeIo;
  let plugin: Plugin;
  let transcript: string;
  let log: SessionViewLog;

  beforeEach(async () => {
    made = temporaryHome();
    await made.home.write(1);
    io = new FakeIo();
    plugin = new Plugin();
    transcript = path.join(made.root, 'session-1.jsonl');
    const heartbeat = { sessionId: 'session-1', transcript, workspace: '/shop', at: 1 };
    log = new SessionViewLog(heartbeat, { home: made.home, redactor: new SecretRedactor(), logger: silent });
  });

  afterEach(() => {
    made.remove();
  });

  /**
   * Passes a request with these messages through the plugin, and returns the messages that the plugin sends. Also
   * writes the transcript and the plugin's state to the disk, as a real request does.
   */
  async function sent(messages: readonly ApiMessage[]): Promise<readonly ApiMessage[]> {
    const body = bodyOf(messages);
    const projected = await plugin.project(body, io);
    writeFileSync(transcript, transcriptOf(messages));
    const state = io.files.get(stateFile('/projects/session-1.jsonl'));
    if (state !== undefined) writeFileSync(stateFile(transcript), state);
    return messagesIn(projected ?? body);
  }

  it('shows the context that the plugin sends, with the plugin’s compactions', async () => {
    const messages = await sent(FIRST);
    const live = await liveOver(log);
    assert.ok(liveCompactions(live.session).length > 0);
    assert.equal(live.session.title, 'Raise the rate to 0.21, and never touch docs/.');
    assert.equal(live.session.strategy, 'hybrid');
    assert.deepEqual(resultsIn(live), sentResults(messages));
    assert.ok([...resultsIn(live).values()].some((text) => text.includes('recall m')));
    assert.equal(live.session.messages.length, 83);
    assert.deepEqual(log.report.problems, []);
  });

  it('shows only the transcript if the plugin has not compacted anything', async () => {
    await sent([...opening('Hello.'), answered('Hello.')]);
    const live = await liveOver(log);
    assert.deepEqual(
      live.context.map(({ message }) => textOf(message)),
      ['Hello.', 'Hello.'],
    );
  });

  it('shows new messages, and is read again after a compaction by the plugin', async () => {
    await sent(FIRST.slice(0, 10));
    const live = await liveOver(log);
    assert.deepEqual(await live.refresh(), []);
    appendFileSync(transcript, transcriptOf(FIRST.slice(10, 14), 10));
    assert.equal((await live.refresh()).length, 4);
    assert.equal(live.session.messages.length, 13);
    const messages = await sent(FIRST);
    await live.refresh();
    assert.deepEqual(resultsIn(live), sentResults(messages));
  });

  it('shows the whole session after an undo by the plugin', async () => {
    await sent(FIRST);
    await plugin.command('undo', io);
    const messages = await sent(FIRST);
    const live = await liveOver(log);
    assert.deepEqual(
      live.session.compactions.map(({ state }) => state),
      ['undone'],
    );
    assert.deepEqual(resultsIn(live), sentResults(messages));
  });

  it('shows new messages with their own text after the person went back to a point before messages that a compaction had shortened', async () => {
    await sent(FIRST);
    const back = [...FIRST.slice(0, 8), answered('So.'), said('Something else.'), ...steps(51, 54)];
    const messages = await sent(back);
    const live = await liveOver(log);
    assert.ok(live.context.some(({ message }) => textOf(message) === 'Something else.'));
    assert.deepEqual(resultsIn(live), sentResults(messages));
  });

  it('finds a pinned answer if an earlier version saved its key, whose digest included the word `thinking`', async () => {
    const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' };
    const answer = { role: 'assistant', content: [thinking, { type: 'text', text: 'The rate is low.' }] };
    const all = [said('Look.'), answered('I look.'), said('And?'), answer];
    writeFileSync(transcript, transcriptOf(all));
    const first = keyOf({ role: 'user', parts: [{ type: 'text', text: 'Look.' }] });
    const history = {
      messages: [
        ['m1', first],
        ['m2', `assistant ${digestOf('thinking\nThe rate is low.')}`],
      ] as const,
      entries: [{ v: FORMAT_VERSION, id: 'e1', at: 1, kind: 'pin', target: 'm2', on: true }] as const,
    };
    writeFileSync(stateFile(transcript), writeState({ threads: [{ isSubagent: false, history }] }));
    const { named } = await readNamedMessages(transcript);
    assert.equal(
      named.findIndex(({ id }) => id === 'm2'),
      3,
    );
  });

  it('masks secrets, even in the plugin’s texts', async () => {
    const secret = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
    await sent([
      ...opening(`Always use the token ${secret}, and never touch docs/.`),
      ...steps(1, 60),
      answered('Done.'),
      said('Go on.'),
    ]);
    await plugin.command('', io);
    await sent([
      ...opening(`Always use the token ${secret}, and never touch docs/.`),
      ...steps(1, 60),
      answered('Done.'),
      said('Go on.'),
    ]);
    const live = await liveOver(log);
    assert.ok((io.files.get(stateFile('/projects/session-1.jsonl')) ?? '').includes(secret));
    assert.ok(!(live.session.title ?? '').includes(secret));
    assert.ok(!JSON.stringify(live.context).includes(secret));
    assert.ok(!JSON.stringify(live.session.compactions).includes(secret));
  });

  it('hides compactions of messages that the transcript lacks, and reports the problem', async () => {
    await sent(FIRST);
    await plugin.command('', io);
    await sent(FIRST);
    writeFileSync(transcript, transcriptOf(FIRST.slice(0, 2)));
    const live = await liveOver(log);
    assert.deepEqual(
      live.session.compactions.filter(({ entry }) => entry.folded.length > 0),
      [],
    );
    assert.match(
      log.report.problems[0] ?? '',
      /It is not shown, and neither are compactions that were built on it/,
    );
  });

  it('can be searched, and each found message has the same id as in the opened session', async () => {
    const secret = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
    const messages = [...FIRST, answered(`The token ${secret} is “used” in the Mail.`), said('So?')];
    await sent(messages);
    const live = await liveOver(log);
    const { signal } = new AbortController();
    const ports = { redactor: new SecretRedactor(), logger: silent, signal };
    const found = (...words: readonly string[]) => messagesInTranscript(words, transcript, ports);
    const [hit, ...others] = await found('mail', '“used”');
    assert.deepEqual(others, []);
    assert.equal(hit?.role, 'assistant');
    assert.ok(hit.excerpt.includes('is “used” in the Mail.') && !hit.excerpt.includes(secret));
    assert.ok(textOf(live.message(hit.id)!.message).startsWith('The token'));
    const ids = (await found('file 3:')).map(({ id }) => id);
    assert.ok(textOf(live.message(ids[0] ?? '')!.message).startsWith('file 3:'));
    assert.equal((await found('compute')).length, 20, 'the search does not return exactly 20 hits');
    assert.deepEqual(await found(secret), [], 'the search finds a secret');
    assert.deepEqual(await found('harbour'), []);
    assert.deepEqual(
      await messagesInTranscript(['mail'], transcript, { ...ports, signal: AbortSignal.abort() }),
      [],
    );
  });

  it('stores the token counts of its messages, and returns the ids and kinds of its entries', async () => {
    await sent(FIRST);
    const entries = await log.readAll();
    log.setTokens('m1', 12);
    assert.equal(log.tokens().get('m1'), 12);
    assert.deepEqual(
      log.heads(),
      entries.map(({ id, kind }) => ({ id, kind })),
    );
    assert.deepEqual(await log.tail(2), entries.slice(-2));
    await log.flush();
  });

  it('can’t be renamed or taken over in VS Code', async () => {
    await sent(FIRST);
    const live = await liveOver(log);
    const said = live.append({ kind: 'session', title: 'Other' });
    await assert.rejects(said, /another agent runs it/);
    await assert.rejects(live.takeOver(), /another agent runs it/);
    assert.notEqual(live.session.title, 'Other');
  });
});
