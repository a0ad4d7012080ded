import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkerRecallIndex, type RecallSource } from '../../../../src/adapters/recall/workerRecallIndex.ts';
import type { WorkerScript } from '../../../../src/adapters/workers/workerCalls.ts';
import type { RecallHit } from '../../../../src/core/ports.ts';
import type { RecallText } from '../../../../src/core/recall/scan.ts';
import { sourceWorker } from '../../../support/sourceWorker.ts';

/** A log in memory that counts how often it is read. The first `failures` reads fail. */
class FakeLog implements RecallSource {
  texts: RecallText[];
  reads = 0;
  failures = 0;

  constructor(texts: readonly RecallText[]) {
    this.texts = [...texts];
  }

  read(): Promise<readonly RecallText[]> {
    this.reads += 1;
    if (this.reads <= this.failures) return Promise.reject(new Error('The log is busy.'));
    return Promise.resolve([...this.texts]);
  }
}

const messages = Array.from({ length: 300 }, (_, index) => ({
  id: `m${index + 1}`,
  text: `message ${index + 1} is about topicNumber${index + 1} and nothing else`,
}));

/** The same ids with other texts than in `messages`, so that a search shows which texts were indexed. */
const changed = messages.map(({ id }) => ({ id, text: `changed ${id}` }));

const idsOf = (hits: readonly RecallHit[]): readonly string[] => hits.map(({ id }) => id);

describe('the recall index of a session', () => {
  let folder: string;
  let warnings: string[];
  const opened: WorkerRecallIndex[] = [];

  const open = (
    source: RecallSource,
    script: WorkerScript = sourceWorker('src/adapters/recall/recallWorker.ts'),
  ): WorkerRecallIndex => {
    const logger = {
      info: (): void => undefined,
      warn: (line: string): void => void warnings.push(line),
      error: (line: string): void => void warnings.push(line),
    };
    const index = new WorkerRecallIndex({ path: join(folder, 'recall.db'), script, source, logger });
    opened.push(index);
    return index;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'longthread-recall-'));
    warnings = [];
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((index) => index.close()));
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds added texts', async () => {
    const index = open(new FakeLog([]));
    index.add('m1', 'the first message');
    index.add('m2', 'the refreshToken loop');
    assert.deepEqual(idsOf(await index.search('refresh token', 5)), ['m2']);
    assert.deepEqual(warnings, []);
  });

  it('is filled from the log if the index file is missing', async () => {
    const index = open(new FakeLog(messages));
    assert.equal(idsOf(await index.search('topicNumber299', 5))[0], 'm299');
    await index.settled();
    assert.equal(idsOf(await index.search('topicNumber7', 5))[0], 'm7');
  });

  it('is not filled again if it is up to date', async () => {
    const first = open(new FakeLog(messages));
    await first.settled();
    await first.close();
    const second = open(new FakeLog(changed));
    await second.settled();
    assert.deepEqual(await second.search('changed', 5), []);
    assert.equal(idsOf(await second.search('topicNumber42', 5))[0], 'm42');
  });

  it('adds the messages that were logged while the index was closed', async () => {
    const first = open(new FakeLog(messages.slice(0, 200)));
    await first.settled();
    await first.close();
    const second = open(new FakeLog(messages));
    await second.settled();
    assert.equal(idsOf(await second.search('topicNumber300', 5))[0], 'm300');
    await second.close();
    const third = open(new FakeLog(changed));
    await third.settled();
    assert.deepEqual(await third.search('changed', 5), []);
  });

  it('is filled by a later search after a failure to read the log', async () => {
    const log = new FakeLog(messages);
    log.failures = 1;
    const index = open(log);
    index.add('m300', messages[299]?.text ?? '');
    assert.equal(idsOf(await index.search('topicNumber299', 5))[0], 'm299');
    await index.settled();
    const { reads } = log;
    assert.equal(idsOf(await index.search('topicNumber7', 5))[0], 'm7');
    assert.equal(log.reads, reads);
    assert.deepEqual(warnings, [
      'Recall scans the log, since its index could not be filled: The log is busy.',
    ]);
  });

  it('is filled by a later search after a failed rebuild', async () => {
    const log = new FakeLog(messages);
    const index = open(log);
    await index.settled();
    log.failures = log.reads + 1;
    await assert.rejects(index.rebuild(), /The log is busy/);
    assert.equal(idsOf(await index.search('topicNumber7', 5))[0], 'm7');
  });

  it('is rebuilt if it contains messages that the log does not contain', async () => {
    const first = open(new FakeLog(messages));
    await first.settled();
    await first.close();
    const second = open(new FakeLog(messages.slice(0, 10)));
    await second.settled();
    assert.deepEqual(await second.search('topicNumber300', 5), await second.search('topicnumber300', 5));
    assert.ok(!idsOf(await second.search('topicNumber300', 50)).includes('m300'));
  });

  it('is rebuilt if the index file is damaged', async () => {
    writeFileSync(join(folder, 'recall.db'), 'no database at all');
    const index = open(new FakeLog(messages));
    await index.settled();
    assert.equal(idsOf(await index.search('topicNumber12', 5))[0], 'm12');
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /index is rebuilt/);
  });

  it('is filled from the log again after the worker crashed', async () => {
    const log = new FakeLog(messages);
    const index = open(log, sourceWorker('test/unit/adapters/recall/crashingRecallWorker.ts'));
    await index.settled();
    assert.deepEqual(await index.search('crash', 5), []);
    assert.equal(idsOf(await index.search('"topicNumber8 and"', 5))[0], 'm8');
    assert.equal(log.reads, 2);
  });

  it('no longer contains a forgotten text after a rebuild', async () => {
    const log = new FakeLog([...messages, { id: 'm301', text: 'the hidden passphrase' }]);
    const index = open(log);
    assert.deepEqual(idsOf(await index.search('passphrase', 5)), ['m301']);
    log.texts[300] = { id: 'm301', text: '' };
    await index.rebuild();
    assert.deepEqual(await index.search('passphrase', 5), []);
    assert.equal(idsOf(await index.search('topicNumber5', 5))[0], 'm5');
  });

  it('scans the log if no worker can run', async () => {
    const index = open(new FakeLog(messages), { path: join(folder, 'missing.cjs') });
    assert.deepEqual(idsOf(await index.search('topicnumber250', 5)), ['m250']);
    assert.deepEqual(idsOf(await index.search('"TOPICNUMBER25 and"', 5)), ['m25']);
    await index.settled();
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /scans the log/);
  });

  it('is up to date when opened again, even if large messages were indexed in several batches', async () => {
    const large = Array.from({ length: 30 }, (_, index) => ({
      id: `m${index}`,
      text: `${index} `.repeat(15_000),
    }));
    const log = new FakeLog(large);
    const index = open(log);
    index.add('m30', 'the newest');
    log.texts.push({ id: 'm30', text: 'the newest' });
    await index.settled();
    assert.deepEqual(idsOf(await index.search('newest', 5)), ['m30']);
    await index.close();
    log.texts[0] = { id: 'm0', text: 'changed' };
    const again = open(log);
    await again.settled();
    assert.deepEqual(await again.search('changed', 5), []);
  });
});
