import assert from 'node:assert/strict';
import type { LiveSessionPorts } from '../../../../src/core/session/liveSession.ts';
import { LiveSession } from '../../../../src/core/session/liveSession.ts';
import type { RecallIndex } from '../../../../src/core/ports.ts';
import type { Draft, Entry } from '../../../../src/core/log/entry.ts';
import { personTextOf } from '../../../../src/core/log/message.ts';
import { newestShortForm } from '../../../../src/core/tools/shortForm.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { countWords, SessionBuilder, told, wordsOf } from '../../../support/sessionBuilder.ts';

interface Counted {
  readonly atOnce: string[];
  readonly inWorker: string[];
}

/** Returns ports that find the word "hunter" as a secret, count words, and collect the counted texts and errors. */
function portsOf(log: MemoryLog): LiveSessionPorts & { counted: Counted; errors: string[] } {
  const counted: Counted = { atOnce: [], inWorker: [] };
  const errors: string[] = [];
  return {
    log,
    counted,
    errors,
    counter: {
      encoding: 'words',
      count: (texts) => {
        counted.inWorker.push(...texts);
        return Promise.resolve(texts.map(countWords));
      },
      countSmall: (text) => {
        counted.atOnce.push(text);
        return countWords(text);
      },
    },
    redactor: {
      find: (texts) => {
        if (texts.some((text) => text.includes('fault'))) return Promise.reject(new Error('a fault'));
        return Promise.resolve(
          texts.map((text) => {
            const start = text.indexOf('hunter');
            return start < 0 ? [] : [{ start, end: start + 6, kind: 'password' }];
          }),
        );
      },
    },
    clock: { now: () => 7, monotonic: () => 0 },
    logger: { info: () => undefined, warn: () => undefined, error: (text) => errors.push(text) },
  };
}

function said(text: string): Draft {
  return { kind: 'message', message: { role: 'user', parts: [{ type: 'text', text }] } };
}

class Index implements RecallIndex {
  readonly added: string[] = [];
  rebuilds = 0;
  isClosed = false;

  add(id: string, text: string): void {
    this.added.push(`${id} ${text}`);
  }

  search(): Promise<readonly []> {
    return Promise.resolve([]);
  }

  rebuild(): Promise<void> {
    this.rebuilds += 1;
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

function logOf(...texts: readonly string[]): MemoryLog {
  const builder = new SessionBuilder();
  for (const text of texts) builder.user(text);
  return new MemoryLog(builder.entries);
}

describe('Opening a session', () => {
  it('counts only the messages that have no stored count', async () => {
    const log = logOf('one', 'two three');
    log.setTokens('m1', 50);
    const ports = portsOf(log);
    const live = await LiveSession.open(ports);
    assert.deepEqual(live.account.ofContext(live.context), 50 + 6);
    assert.deepEqual(log.tokens().get('m2'), 6);
    assert.deepEqual([...ports.counted.atOnce, ...ports.counted.inWorker], ['two three']);
    assert.deepEqual([live.id, live.log], ['session1', log]);
  });
});

describe('Appending an entry', () => {
  it('masks secrets, updates the index, calls listeners, and flushes a message but not a note', async () => {
    const log = new MemoryLog();
    const live = await LiveSession.open(portsOf(log));
    const index = new Index();
    live.index = index;
    const announced: string[] = [];
    const stop = live.onAppend((entry) => announced.push(entry.id));
    const entry = await live.append(said('use hunter'));
    assert.deepEqual(entry, {
      v: 1,
      id: 'm1',
      at: 7,
      ...said('use hunter'),
      secrets: [{ part: 0, start: 4, end: 10, kind: 'password', number: 1 }],
    });
    assert.equal(personTextOf(live.message('m1')?.message ?? assert.fail()), 'use [secret: password #1]');
    assert.deepEqual(index.added, ['m1 use [secret: password #1]']);
    await live.append({ kind: 'note', source: 'editor', text: 'a.ts' });
    assert.deepEqual([announced, log.flushes], [['m1', 'e1'], 1]);
    stop();
    await live.append(said('more'));
    assert.deepEqual(announced, ['m1', 'e1']);
    assert.equal(live.entry('m2')?.kind, 'message');
    assert.equal(live.message('m9'), undefined);
  });

  it('waits for earlier appends', async () => {
    const log = new MemoryLog();
    const live = await LiveSession.open(portsOf(log));
    const entries = await Promise.all(['one', 'two', 'three'].map((text) => live.append(said(text))));
    assert.deepEqual(
      entries.map(({ id }) => id),
      ['m1', 'm2', 'm3'],
    );
    assert.deepEqual(told(live.context), ['user: one', 'user: two', 'user: three']);
  });

  it('changes nothing if the append fails', async () => {
    const log = new MemoryLog();
    const live = await LiveSession.open(portsOf(log));
    log.failure = { error: new Error('The disk is full.'), after: 0 };
    await assert.rejects(live.append(said('one')), /full/u);
    assert.deepEqual([live.entries, live.context], [[], []]);
    await live.append(said('two'));
    assert.deepEqual(told(live.context), ['user: two']);
  });

  it('counts a long text in the worker and a short text on the calling thread', async () => {
    const ports = portsOf(new MemoryLog());
    const live = await LiveSession.open(ports);
    const long = wordsOf(2_000, 'longer');
    await live.append(said('short'));
    await live.append(said(long));
    assert.deepEqual([[...new Set(ports.counted.atOnce)], ports.counted.inWorker], [['short'], [long]]);
    assert.equal(live.account.ofContext(live.context), 1 + 2_000 + 8);
  });

  it('counts in advance the tokens of a result’s short form and of a message’s sentences, since a compaction will need these counts', async () => {
    const ports = portsOf(new MemoryLog());
    const live = await LiveSession.open(ports);
    const builder = new SessionBuilder();
    builder.tool('read_file', { path: 'a.ts' }, 'const depth = 1;\n'.repeat(100));
    for (const { message } of builder.session.messages) await live.append({ kind: 'message', message });
    const short = newestShortForm(live.session.messages);
    assert.match(short?.text ?? '', /^\[read_file a\.ts · 100 lines · recall m/u);
    await live.append(said('Use a pump.\n\nNever the crane.'));
    for (const text of [short?.text ?? '', 'Use a pump.', 'Never the crane.'])
      assert.ok(ports.counted.atOnce.includes(text), text);
  });

  it('continues if the search for secrets fails, and reports the error', async () => {
    const ports = portsOf(new MemoryLog());
    const live = await LiveSession.open(ports);
    await live.append(said('a fault'));
    assert.deepEqual(told(live.context), ['user: a fault']);
    assert.match(ports.errors[0] ?? '', /looking for secrets failed: a fault/u);
  });

  it('updates the token count of a message if the entry reveals a secret', async () => {
    const live = await LiveSession.open(portsOf(new MemoryLog()));
    await live.append(said('use hunter now'));
    assert.equal(live.account.ofContext(live.context), 9);
    const span = { part: 0, start: 4, end: 10, kind: 'password' };
    await live.append({ kind: 'reveal', target: 'm1', span });
    assert.deepEqual(told(live.context), ['user: use hunter now']);
    assert.equal(live.account.ofContext(live.context), 7);
  });
});

describe('Appending many entries', () => {
  it('flushes the log and reloads the views only once', async () => {
    const log = new MemoryLog();
    const live = await LiveSession.open(portsOf(log));
    const index = new Index();
    live.index = index;
    let reloads = 0;
    const stop = live.onReload(() => (reloads += 1));
    await live.appendAll([said('one'), said('use hunter'), { kind: 'note', source: 'test', text: 'ok' }]);
    assert.deepEqual(told(live.context), ['user: one', 'user: use [secret: password #1]']);
    assert.deepEqual([log.flushes, reloads, index.added.length], [1, 1, 2]);
    stop();
    await live.appendAll([said('two')]);
    assert.equal(reloads, 1);
  });

  it('shows only the logged entries if the disk fails after some entries', async () => {
    const log = new MemoryLog();
    const live = await LiveSession.open(portsOf(log));
    assert.deepEqual(live.context, []);
    log.failure = { error: new Error('The disk is full.'), after: 2 };
    await assert.rejects(live.appendAll([said('one'), said('two'), said('three')]), /full/u);
    assert.deepEqual(told(live.context), ['user: one', 'user: two']);
  });
});

describe('Forgetting a text', () => {
  it('removes the text from log, context and index', async () => {
    const log = logOf('the launch code is 4711-secret.ts', 'two');
    const live = await LiveSession.open(portsOf(log));
    const index = new Index();
    live.index = index;
    let reloads = 0;
    live.onReload(() => (reloads += 1));
    await live.forget('m1');
    assert.deepEqual(told(live.context), ['user: [forgotten at the person’s request]', 'user: two']);
    assert.equal(JSON.stringify(log.entries).includes('4711'), false);
    assert.deepEqual([index.rebuilds, reloads], [1, 1]);
    assert.equal(live.account.ofContext(live.context), 5 + 1 + 8);
  });

  it('waits for an append in progress', async () => {
    const live = await LiveSession.open(portsOf(logOf('one')));
    await Promise.all([live.append(said('two')), live.forget('m1'), live.append(said('three'))]);
    assert.deepEqual(told(live.context), [
      'user: [forgotten at the person’s request]',
      'user: two',
      'user: three',
    ]);
  });
});

describe('An entry from another window', () => {
  const elsewhere = (id: string, text: string): Entry => ({ v: 1, id, at: 0, ...said(text) });

  it('is shown after a refresh', async () => {
    const log = logOf('one');
    const live = await LiveSession.open(portsOf(log));
    log.writtenElsewhere(elsewhere('m2', 'two'));
    assert.equal((await live.refresh()).length, 1);
    assert.deepEqual(told(live.context), ['user: one', 'user: two']);
    assert.equal((await live.append(said('three'))).id, 'm3');
    assert.deepEqual(await live.refresh(), []);
  });

  it('is shown in a single reload with all other new entries', async () => {
    const log = logOf('one');
    const live = await LiveSession.open(portsOf(log));
    const index = new Index();
    live.index = index;
    let reloads = 0;
    live.onReload(() => (reloads += 1));
    live.onAppend(() => assert.fail('a single entry was announced instead of one reload'));
    log.writtenElsewhere(...Array.from({ length: 60 }, (_, i) => elsewhere(`m${i + 2}`, `word ${i}`)));
    await live.refresh();
    assert.deepEqual([live.session.messages.length, index.added.length], [61, 60]);
    assert.deepEqual([reloads, index.rebuilds], [1, 0]);
  });

  it('is read when this window takes over the session', async () => {
    const log = logOf('one');
    log.readOnlyCause = 'openElsewhere';
    const live = await LiveSession.open(portsOf(log));
    log.writtenElsewhere(elsewhere('m2', 'two'));
    await live.takeOver();
    assert.deepEqual(told(live.context), ['user: one', 'user: two']);
    assert.equal((await live.append(said('three'))).id, 'm3');
  });

  it('is read together with the whole log if the other window forgot a text', async () => {
    const log = logOf('one', 'two');
    const live = await LiveSession.open(portsOf(log));
    const index = new Index();
    live.index = index;
    log.rewrittenElsewhere([elsewhere('m1', 'gone'), elsewhere('m2', 'two'), elsewhere('m3', 'three')]);
    await live.refresh();
    assert.deepEqual(told(live.context), ['user: gone', 'user: two', 'user: three']);
    assert.equal(index.rebuilds, 1);
    assert.equal((await live.append(said('four'))).id, 'm4');
  });
});

describe('Closing a session', () => {
  it('waits for pending writes before the log is closed', async () => {
    const log = new MemoryLog();
    const live = await LiveSession.open(portsOf(log));
    const index = new Index();
    live.index = index;
    void live.append(said('one'));
    await live.close();
    assert.deepEqual([log.entries.length, log.isClosed, index.isClosed], [1, true, true]);
  });
});
