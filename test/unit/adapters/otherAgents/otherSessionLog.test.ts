import assert from 'node:assert/strict';
import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { agentFiles } from '../../../../src/adapters/otherAgents/agentFiles.ts';
import { ConsentFile } from '../../../../src/adapters/otherAgents/consent.ts';
import { OtherAgentsCalls } from '../../../../src/adapters/otherAgents/otherAgentsCalls.ts';
import { OtherReader } from '../../../../src/adapters/otherAgents/otherReader.ts';
import { OtherSessionLog, type OtherLogPorts } from '../../../../src/adapters/otherAgents/otherSessionLog.ts';
import { auditReport } from '../../../../src/adapters/transcripts/auditReport.ts';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { claudeLines, OtherMachine } from '../../../support/otherAgentFiles.ts';
import { sourceWorker } from '../../../support/sourceWorker.ts';
import { MADE_UP_TOKEN } from '../../../support/namedSecrets.ts';

describe('The log of another agent’s session', () => {
  let machine: OtherMachine;
  let isFollowed: boolean;
  let file: string;
  let reader: OtherReader;
  let pieces: number;
  let time: number;
  let pieceBytes: number[];

  beforeEach(() => {
    machine = new OtherMachine();
    [isFollowed, pieces, time, pieceBytes] = [true, 0, 1_000, []];
    reader = new OtherReader(new SecretRedactor());
    file = machine.writeClaude('a', ['one', 'two']);
  });
  afterEach(() => {
    machine.remove();
  });

  const ports = (): OtherLogPorts => ({
    calls: {
      read: (session) => reader.read(session),
      piece: (session, from) => {
        pieces += 1;
        const piece = reader.piece(session, from);
        pieceBytes.push(Buffer.byteLength(JSON.stringify(piece)));
        return Promise.resolve(piece);
      },
    },
    files: agentFiles,
    clock: { monotonic: () => 0 },
    isFollowed: () => isFollowed,
  });
  const log = (path = file): OtherSessionLog =>
    new OtherSessionLog({ sessionId: 'other-a', session: { path }, title: 'A' }, ports());
  const said = (entries: readonly Entry[]): readonly string[] =>
    entries.flatMap((entry) => (entry.kind === 'message' ? [textOf(entry.message)] : []));
  /** Sets a new modification time after each change of the file. */
  const changed = (): void => {
    time += 1;
    utimesSync(file, time, time);
  };
  const write = (texts: readonly string[]): void => {
    const lines = texts.flatMap((text, at) => claudeLines(text, { at, cwd: machine.workspace }));
    writeFileSync(file, `${lines.join('\n')}\n`);
    changed();
  };

  it('returns the session’s messages, and can’t be written', async () => {
    const before = readFileSync(file);
    const opened = log();
    assert.deepEqual(said(await opened.readAll()), ['one', 'Done: one', 'two', 'Done: two']);
    await assert.rejects(opened.append(), /belongs to another agent/);
    assert.deepEqual(readFileSync(file), before);
  });

  it('returns only complete lines of the file', async () => {
    const opened = log();
    await opened.readAll();
    const [user = '', assistant = ''] = claudeLines('three', { at: 2, cwd: machine.workspace });
    appendFileSync(file, `${user}\n${assistant.slice(0, 50)}`);
    changed();
    const { appended, isRewritten } = await opened.refresh();
    assert.deepEqual([said(appended), isRewritten], [['three'], false]);
    appendFileSync(file, `${assistant.slice(50)}\n`);
    changed();
    assert.deepEqual(said((await opened.refresh()).appended), ['Done: three']);
    assert.deepEqual(await opened.refresh(), { appended: [], isRewritten: false });
  });

  it('is read again if the file was cut, rewritten or replaced', async () => {
    const opened = log();
    await opened.readAll();
    for (const texts of [
      ['one'],
      ['ONE', 'two'],
      ['other', 'words', 'altogether'],
      ['other', 'words', 'still'],
    ]) {
      write(texts);
      const { appended, isRewritten } = await opened.refresh();
      assert.deepEqual(
        said(appended),
        texts.flatMap((text) => [text, `Done: ${text}`]),
      );
      assert.equal(isRewritten, true);
    }
  });

  it('is read again after a log rotation', async () => {
    const opened = log();
    await opened.readAll();
    renameSync(file, `${file}.1`);
    assert.deepEqual(await opened.refresh(), { appended: [], isRewritten: false });
    write(['begun', 'anew']);
    const { appended, isRewritten } = await opened.refresh();
    assert.deepEqual([said(appended), isRewritten], [['begun', 'Done: begun', 'anew', 'Done: anew'], true]);
  });

  it('is not mixed with the log of another session that grows at the same time', async () => {
    const item = (role: string, text: string): string =>
      `${JSON.stringify({
        type: 'response_item',
        payload: {
          type: 'message',
          role,
          content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
        },
      })}\n`;
    const meta = `${JSON.stringify({ type: 'session_meta', payload: { id: 's' } })}\n`;
    const codex = machine.write(machine.root, 'rollout-a.jsonl', `${meta}${item('user', 'alpha')}`);
    const [one, other] = [log(), log(codex)];
    await Promise.all([one.readAll(), other.readAll()]);
    write(['one', 'two', 'three']);
    appendFileSync(codex, item('assistant', 'beta'));
    const [mine, theirs] = await Promise.all([one.refresh(), other.refresh()]);
    assert.deepEqual([said(mine.appended), said(theirs.appended)], [['three', 'Done: three'], ['beta']]);
    write(['ONE']);
    appendFileSync(codex, item('user', 'gamma'));
    const [again, more] = await Promise.all([one.refresh(), other.refresh()]);
    assert.deepEqual([again.isRewritten, more.isRewritten], [true, false]);
    assert.deepEqual([said(again.appended), said(more.appended)], [['ONE', 'Done: ONE'], ['gamma']]);
  });

  it('is read in pieces of at most 200,000 characters plus the length of two messages', async () => {
    const longest = 30_000;
    write(Array.from({ length: 150 }, (_each, at) => `${String(at)} ${'w'.repeat(longest)}`));
    await log().readAll();
    assert.ok(pieceBytes.length > 40, `${String(pieceBytes.length)} pieces`);
    assert.ok(Math.max(...pieceBytes) < 200_000 + 2 * longest, String(Math.max(...pieceBytes)));
  });

  it('keeps the messages and reports a problem if the file is gone', async () => {
    const opened = log();
    await opened.readAll();
    rmSync(file);
    assert.deepEqual(await opened.refresh(), { appended: [], isRewritten: false });
    assert.match(opened.report.problems.join(), /no longer exists/);
    assert.equal(said(await opened.readAll()).length, 4);
    write(['one', 'two', 'three']);
    assert.deepEqual(said((await opened.refresh()).appended), ['three', 'Done: three']);
    assert.deepEqual(opened.report.problems, []);
  });

  it('reports no problem after the missing file is back', async () => {
    const opened = log();
    await opened.readAll();
    renameSync(file, `${file}.away`);
    await opened.refresh();
    assert.equal(opened.report.problems.length, 1);
    renameSync(`${file}.away`, file);
    assert.deepEqual(await opened.refresh(), { appended: [], isRewritten: false });
    assert.deepEqual(opened.report.problems, []);
  });

  it('is not read again while the consent is withdrawn', async () => {
    const opened = log();
    await opened.readAll();
    write(['one', 'two', 'three']);
    isFollowed = false;
    assert.deepEqual((await opened.refresh()).appended, []);
    isFollowed = true;
    assert.equal((await opened.refresh()).appended.length, 2);
  });

  it('is read in pieces that are not mixed with the pieces of another session', async () => {
    write(Array.from({ length: 40 }, (_each, at) => `${String(at)} ${'word '.repeat(4_000)}`));
    const [large, small] = [log(), log(machine.writeClaude('b', ['alpha']))];
    const [all, few] = await Promise.all([large.readAll(), small.readAll()]);
    assert.equal(said(all).length, 80);
    assert.ok(pieces > 5);
    assert.deepEqual(said(few), ['alpha', 'Done: alpha']);
  });

  it('can be searched for words, but not for a secret', async () => {
    const secret = MADE_UP_TOKEN;
    write([`The key is ${secret}.`, 'the lock is held']);
    const hits = await reader.find({ path: file }, 'lock held');
    assert.deepEqual(
      hits.map(({ id }) => id),
      ['m4', 'm3'],
    );
    assert.deepEqual(await reader.find({ path: file }, secret), []);
    assert.deepEqual(await reader.find({ path: file }, ' '), []);
  });

  it('is parsed for a search only if the file may contain every word of the search', async () => {
    // Parsing this file would throw an error. The word `Locked` is partly in the first chunk, partly in the second.
    const other = machine.write(machine.root, 'other.jsonl', `${'x'.repeat((1 << 20) - 2)}Locked "here"`);
    const session = { path: other, hasWholeWords: true };
    assert.deepEqual(await reader.find(session, 'absent'), []);
    assert.deepEqual(await reader.find(session, 'locked absent'), []);
    await assert.rejects(reader.find(session, 'locked'), { name: 'TranscriptError' });
    // The file must also be parsed if its agent may have escaped a word, or if `hasWholeWords` is missing.
    await assert.rejects(reader.find(session, 'größe "two words"'), { name: 'TranscriptError' });
    await assert.rejects(reader.find({ path: other }, 'absent'), { name: 'TranscriptError' });
    write(['one', 'the lock is held']);
    assert.equal((await reader.find({ path: file, hasWholeWords: true }, 'HELD lock')).length, 2);
  });

  it('can be searched for the words of a mark such as “[secret: github token]”', async () => {
    write([`Never print ${MADE_UP_TOKEN}.`]);
    assert.ok(!readFileSync(file, 'utf8').includes('github'));
    assert.equal((await reader.find({ path: file, hasWholeWords: true }, 'github secret:')).length, 2);
  });

  it('has an audit report that lists the rules that the agent’s own compactions lost, and that contains no secrets', async () => {
    const secret = MADE_UP_TOKEN;
    const [first = '', answer = ''] = claudeLines(
      `Never push to the release branch.\nNever print the token ${secret}.`,
      {
        ...{ at: 0, cwd: machine.workspace },
      },
    );
    const boundary = {
      type: 'system',
      subtype: 'compact_boundary',
      uuid: 'b',
      sessionId: 's',
      compactMetadata: {},
    };
    const summary = { role: 'user', content: 'The user said hello.' };
    const rest = [
      boundary,
      { type: 'user', uuid: 'u1', sessionId: 's', isCompactSummary: true, message: summary },
    ];
    writeFileSync(file, `${[first, answer, ...rest.map((line) => JSON.stringify(line))].join('\n')}\n`);
    const report = auditReport(await reader.audit({ path: file }));
    assert.match(report, /^Compaction 1 \(m3\)/u);
    assert.match(report, /^ {4}m1(?::1)? {2}Never push to the release branch\.$/mu);
    assert.ok(!report.includes(secret) && report.includes('[secret: '));
  });

  it('is read, searched, audited and (with consent) archived by a worker thread, which can be stopped immediately', async () => {
    const where = { workspace: machine.workspace, places: machine.places, storage: machine.root };
    const calls = new OtherAgentsCalls(sourceWorker('src/adapters/otherAgents/otherAgentsWorker.ts'));
    try {
      const { entries } = await calls.read({ path: file });
      assert.equal(entries, 4);
      assert.deepEqual(said(await calls.piece({ path: file }, 2)), ['two', 'Done: two']);
      const { signal } = new AbortController();
      assert.equal((await calls.find({ path: file }, 'two', signal)).length, 2);
      assert.deepEqual((await calls.audit({ path: file })).compactions, []);
      const reading = calls.read({ path: file });
      const rejected = assert.rejects(reading, { name: 'WorkerError', reason: 'closed' });
      await calls.stop();
      await rejected;
      assert.equal((await calls.list('claudeCode', where)).sessions.length, 1);
      // The person has not agreed to an archive yet, so nothing is written.
      await calls.archive('claudeCode', where);
      assert.deepEqual(readdirSync(path.join(machine.root, 'archivedSessions')), []);
      new ConsentFile(machine.root).write('claudeCode', { list: true, follow: false, archive: true });
      assert.deepEqual(await calls.archive('claudeCode', where), []);
      rmSync(file);
      const [archived, ...others] = (await calls.list('claudeCode', where)).sessions;
      assert.deepEqual([typeof archived?.copy?.path, others], ['string', []]);
      await assert.rejects(calls.read({ path: `${file}x` }), /can.t be read/);
    } finally {
      await calls.stop();
    }
  });
});
