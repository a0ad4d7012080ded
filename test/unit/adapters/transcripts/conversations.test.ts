import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Conversations } from '../../../../src/adapters/transcripts/conversations.ts';
import { readTranscript, TranscriptError } from '../../../../src/adapters/transcripts/formats.ts';
import { fixturePath, sketch } from '../../../support/transcriptFiles.ts';

describe('In an import,', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lt-several-'));
  after(() => {
    rmSync(folder, { recursive: true });
  });

  /** Returns the offered conversations, the messages that are read after the answer, and the reported omissions. */
  async function readOne(path: string, answer?: (asked: Conversations) => string | undefined) {
    let asked: Conversations | undefined;
    const choose = (conversations: Conversations): Promise<string | undefined> => {
      asked = conversations;
      return Promise.resolve(answer?.(conversations));
    };
    const read = await readTranscript(path, undefined, answer && choose);
    const left = read.skipped.map(({ what, count }) => `${count} × ${what}`);
    return { asked, title: read.title, format: read.format, messages: sketch(read.messages), left };
  }

  describe('aider’s history', () => {
    const path = join(folder, 'history.md');
    before(() => {
      writeFileSync(
        path,
        [
          '# aider chat started at 2026-03-01 09:00:00',
          '#### Make the lamp brighter.  ',
          '#### And red.  ',
          'It is.',
          '#### Thanks.  ',
          '# aider chat started at 2026-03-02 09:00:00',
          '> Aider v0.1  ',
          '#### /exit  ',
          '# aider chat started at 2026-03-03 09:00:00',
          '#### Now the door.  ',
          'Opened.',
        ].join('\n'),
      );
    });

    it('lets the person choose a chat, with the newest chat first', async () => {
      const { asked, messages, left } = await readOne(path, ({ all }) => all[0]?.id);
      assert.deepEqual(asked, {
        all: [
          { id: '3', title: 'Now the door.', prompts: 1, at: Date.parse('2026-03-03T09:00:00') },
          { id: '1', title: 'Make the lamp brighter.', prompts: 2, at: Date.parse('2026-03-01T09:00:00') },
        ],
        canBeOne: true,
      });
      assert.deepEqual(messages, ['user: Now the door.', 'assistant: Opened.']);
      assert.deepEqual(left, ['2 × other chat']);
    });

    it('is read as one session if the person wants this or can’t be asked', async () => {
      for (const answer of [() => undefined, undefined]) {
        const { messages, left } = await readOne(path, answer);
        assert.equal(messages.length, 6);
        assert.deepEqual(left, ['2 × further chat, read as part of the same session']);
      }
    });

    it('is read without a question if it contains only one chat', async () => {
      const one = join(folder, 'one.md');
      writeFileSync(one, '# aider chat started at 2026-03-01 09:00:00\n#### Go.  \nYes.\n');
      const { asked, messages, left } = await readOne(one, () => 'none');
      assert.deepEqual([asked, messages, left], [undefined, ['user: Go.', 'assistant: Yes.'], []]);
    });
  });

  describe('Crush’s database', () => {
    const path = join(folder, 'crush.db');
    let writer: DatabaseSync;
    before(() => {
      const { sessions, messages } = JSON.parse(readFileSync(fixturePath('crush.json'), 'utf8')) as Record<
        'sessions' | 'messages',
        readonly Record<string, unknown>[]
      >;
      writer = new DatabaseSync(path);
      writer.exec(
        `PRAGMA journal_mode = WAL;
        CREATE TABLE sessions (id TEXT, parent_session_id TEXT, title TEXT, summary_message_id TEXT, created_at INT, updated_at INT);
        CREATE TABLE messages (id TEXT, session_id TEXT, role TEXT, parts TEXT, model TEXT, created_at INT, is_summary_message INT)`,
      );
      const session = writer.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?)');
      for (const [at, each] of sessions.entries())
        session.run(
          String(each['id']),
          (each['parent_session_id'] as string | undefined) ?? null,
          String(each['title']),
          (each['summary_message_id'] as string | undefined) ?? null,
          1_772_355_600 + at,
          1_772_355_600 + at,
        );
      session.run('other', null, 'Another', null, 1_772_355_000, 1_772_359_000);
      const message = writer.prepare('INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?)');
      const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
      for (const [at, each] of messages.entries())
        message.run(
          text(each['id'] ?? `m${at}`),
          text(each['session_id']),
          text(each['role']),
          text(each['parts']),
          'model-x',
          1_772_355_600 + at,
          each['is_summary_message'] === true ? 1 : 0,
        );
      const said = JSON.stringify([{ type: 'text', data: { text: 'Hello.' } }]);
      message.run('o1', 'other', 'user', said, 'model-x', 1_772_355_601, 0);
    });
    after(() => {
      writer.close();
    });

    it('is read while another program has the database open', async () => {
      const { format, title, messages } = await readOne(path);
      const json = await readTranscript(fixturePath('crush.json'));
      assert.deepEqual([format, title, messages], ['crush', 'A lamp', sketch(json.messages)]);
      assert.deepEqual(
        readdirSync(folder)
          .filter((name) => name.startsWith('crush'))
          .sort(),
        ['crush.db', 'crush.db-shm', 'crush.db-wal'],
      );
    });

    it('lets the person choose one of several sessions', async () => {
      const { asked, title, messages } = await readOne(path, () => 'other');
      assert.ok(asked);
      assert.deepEqual(
        asked.all.map((each) => each.title),
        ['Another', 'A lamp'],
      );
      assert.equal(asked.canBeOne, false);
      assert.deepEqual([title, messages], ['Another', ['user: Hello.']]);
    });
  });

  it('opencode’s database is read like its export', async () => {
    const path = join(folder, 'opencode.db');
    const { info, messages } = JSON.parse(readFileSync(fixturePath('openCode.json'), 'utf8')) as {
      readonly info: Record<string, unknown>;
      readonly messages: readonly {
        readonly info: Record<string, unknown>;
        readonly parts: readonly object[];
      }[];
    };
    const writer = new DatabaseSync(path);
    writer.exec(
      `CREATE TABLE session (id TEXT, parent_id TEXT, title TEXT, revert TEXT, time_created INT, time_updated INT);
      CREATE TABLE message (id TEXT, session_id TEXT, time_created INT, data TEXT);
      CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, data TEXT)`,
    );
    const session = writer.prepare('INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)');
    session.run('s', null, String(info['title']), JSON.stringify(info['revert'] ?? null), 1, 1);
    session.run('sub', 's', 'A sub-agent’s', null, 2, 2);
    for (const [at, message] of messages.entries()) {
      const id = typeof message.info['id'] === 'string' ? message.info['id'] : `m${at}`;
      writer
        .prepare('INSERT INTO message VALUES (?, ?, ?, ?)')
        .run(id, 's', at, JSON.stringify(message.info));
      for (const [place, part] of message.parts.entries())
        writer
          .prepare('INSERT INTO part VALUES (?, ?, ?, ?)')
          .run(`${id}-${place}`, id, 's', JSON.stringify(part));
    }
    writer.close();
    const json = await readTranscript(fixturePath('openCode.json'));
    const read = await readOne(path);
    assert.deepEqual(
      [read.format, read.title, read.messages],
      ['opencode', json.title, sketch(json.messages)],
    );
  });

  it('a database that is damaged or lacks the expected tables is rejected with a TranscriptError', async () => {
    const other = join(folder, 'other.db');
    const database = new DatabaseSync(other);
    database.exec('CREATE TABLE ships (name TEXT)');
    database.close();
    const damaged = join(folder, 'damaged.db');
    writeFileSync(damaged, Buffer.concat([readFileSync(other).subarray(0, 100), Buffer.alloc(5_000, 7)]));
    for (const path of [other, damaged]) await assert.rejects(readTranscript(path), TranscriptError);
    assert.ok(existsSync(other));
  });
});
