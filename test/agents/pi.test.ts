import assert from 'node:assert/strict';
import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { agentFiles } from '../../src/adapters/otherAgents/agentFiles.ts';
import { listSessions } from '../../src/adapters/otherAgents/otherSessions.ts';
import { PiExtension } from '../../src/adapters/otherAgents/piExtension.ts';
import { SecretRedactor } from '../../src/adapters/redaction/secretRedactor.ts';
import { readTranscript } from '../../src/adapters/transcripts/formats.ts';
import { MADE_UP_TOKEN } from '../support/namedSecrets.ts';
import { answersSince } from './claudeEndpoint.ts';
import { PiAgent } from './piAgent.ts';

const RULE = 'Never touch the tests.';
const OWN = 'The model’s own summary.';
const NOTES = 'Longthread took these notes';

describe('The real pi with Longthread’s extension', () => {
  let pi: PiAgent;
  let answerCharacters: number;

  beforeEach(async function () {
    const found = await PiAgent.start();
    if (found === undefined) this.skip();
    pi = found;
    answerCharacters = 9_000;
    pi.endpoint.answer = () => ({
      text: `I decided to renew the buoys. ${'A buoy is red. '.repeat(answerCharacters / 15)}`,
    });
    pi.endpoint.aside = OWN;
    pi.extension.install();
  });
  afterEach(() => pi.stop());

  async function say(...words: readonly string[]): Promise<void> {
    for (const each of words) await pi.say(each);
  }
  async function summary(instructions?: string): Promise<string> {
    const { success, data } = await pi.compact(instructions);
    assert.equal(success, true);
    return String(data?.['summary']);
  }
  /** Returns the messages of the newest request as JSON. */
  const sent = (): readonly string[] =>
    (pi.endpoint.requests.at(-1)?.messages ?? []).map(({ content }) => JSON.stringify(content));
  const count = (words: string): number => sent().filter((text) => text.includes(words)).length;

  it('sends notes without secrets in place of old messages after /compact, and asks no model for a summary', async () => {
    pi.open();
    await say(
      `${RULE} The token is ${MADE_UP_TOKEN}. Fix the berths.`,
      'Now the timetable.',
      'And the masts.',
    );
    assert.ok((await summary()).startsWith(NOTES));
    await say('Go on.');
    assert.deepEqual([NOTES, RULE, 'And the masts.', 'Go on.', MADE_UP_TOKEN].map(count), [1, 1, 1, 1, 0]);
    assert.equal(pi.endpoint.asides.length, 0);
  });

  it('compacts several times at pi’s limit and in a new process, and keeps one set of notes with the person’s rule', async () => {
    answerCharacters = 54_000;
    pi.open();
    await say(RULE, 'Fix the berths.', 'Now the timetable.', 'And the masts.', 'Then the lights.');
    await pi.close();
    pi.open();
    await say('And the moles.', 'Then the cranes.', 'And the sheds.', 'Then the rails.', 'Go on.');
    const { messages } = await readTranscript(pi.session);
    const compactions = messages.filter(({ kept }) => kept !== undefined).length;
    assert.ok(compactions >= 2, String(compactions));
    assert.deepEqual([NOTES, RULE, 'Go on.'].map(count), [1, 1, 1]);
    // The notes are made from the messages, not from earlier notes. So there is only one set of notes.
    assert.equal(sent().join().split(NOTES).length, 2);
    assert.equal(pi.endpoint.asides.length, 0);
  });

  it('keeps the person’s request word for word if a compaction happens in the middle of the turn', async () => {
    const words = `${RULE} Renew every buoy, from the harbour’s mouth to the last berth, the red ones first.`;
    pi.endpoint.answer = (request) =>
      answersSince(request, RULE) < 12 && count(NOTES) === 0
        ? { text: 'Next.', call: { name: 'bash', input: { command: 'seq -f "buoy %g is renewed" 1 900' } } }
        : { text: 'All is done.' };
    pi.open();
    await say(words);
    assert.equal(count(NOTES), 1);
    const [first = ''] = sent();
    assert.ok(first.includes(words) && first.includes(NOTES), first.slice(-2_000));
    assert.equal(pi.endpoint.asides.length, 0);
  });

  it('writes its own summary and reports this if the person’s request takes too much of the window', async () => {
    pi.endpoint.answer = (request) =>
      answersSince(request, RULE) < 12 && count(OWN) === 0
        ? { text: 'Next.', call: { name: 'bash', input: { command: 'seq -f "buoy %g is renewed" 1 900' } } }
        : { text: 'All is done.' };
    pi.open();
    await say(`${RULE} Look at this: ${'a buoy is red, '.repeat(4_000)}`);
    assert.deepEqual([count(OWN), count(NOTES)], [1, 0]);
    assert.equal(pi.notices.length, 1);
    assert.match(pi.notices[0] ?? '', /^Longthread could not write notes, .* too much of the window\.$/);
  });

  it('compacts if a request is refused as too long, and pi sends the request again', async () => {
    pi.open();
    await say(RULE, 'Now the timetable.', 'And the masts.');
    const { answer } = pi.endpoint;
    let refusals = 1;
    pi.endpoint.answer = (request) => (refusals-- > 0 ? { status: 400 } : answer(request));
    await say('Then the lights.');
    assert.deepEqual([NOTES, RULE, 'Then the lights.'].map(count), [1, 1, 1]);
    assert.deepEqual([refusals < 0, pi.endpoint.asides.length], [true, 0]);
  });

  it('stores sessions where Longthread finds them, with the first message as title and a token count', async () => {
    pi.open();
    await say('Fix the berths.');
    const places = {
      ...{ home: pi.folder, env: { PI_CODING_AGENT_DIR: pi.home } },
      ...{ editorChats: pi.folder, extensionsStorage: pi.folder },
    };
    const where = { workspace: realpathSync(pi.workspace), places, files: agentFiles };
    const listed = await listSessions('pi', where, new SecretRedactor());
    assert.deepEqual(
      listed.map((each) => [each.path, each.title, (each.tokens ?? 0) > 1_000]),
      [[pi.session, 'Fix the berths.', true]],
    );
  });

  it('writes its own summary for a compaction with instructions', async () => {
    pi.open();
    await say(RULE, 'Now the timetable.', 'And the masts.');
    assert.ok((await summary('Tell of the masts alone.')).startsWith(OWN));
    assert.ok(JSON.stringify(pi.endpoint.asides).includes('Tell of the masts alone.'));
  });

  it('writes its own summary and reports this once if the notes fail', async () => {
    new PiExtension({
      folder: pi.home,
      bundle: pi.bundle,
      program: path.join(pi.folder, 'no-such-editor'),
    }).install();
    pi.open();
    await say(RULE, 'Now the timetable.', 'And the masts.');
    assert.ok((await summary()).startsWith(OWN));
    assert.equal(pi.notices.length, 1);
    assert.match(
      pi.notices[0] ?? '',
      /^Longthread could not write notes, so pi writes its own summary. Cause: .*ENOENT/,
    );
  });

  it('writes its own summary without a notice if Longthread is uninstalled or the extension’s only file is removed', async () => {
    for (const change of [
      () => {
        const folder = pi.home;
        new PiExtension({ folder, bundle: '/srv/gone/longthread.js', program: 'node' }).install();
      },
      () => {
        pi.extension.remove();
        assert.deepEqual(readdirSync(path.dirname(pi.extension.path)), []);
      },
    ]) {
      change();
      pi.open();
      await say(RULE, 'Now the timetable.', 'And the masts.');
      assert.ok((await summary()).startsWith(OWN));
      assert.deepEqual(pi.notices, []);
      await pi.close();
    }
  });
});
