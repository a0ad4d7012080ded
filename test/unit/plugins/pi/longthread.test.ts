import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import longthread, {
  type BeforeCompaction,
  type Compacted,
  type PiContext,
} from '../../../../src/plugins/pi/longthread.ts';
import { withTooManyOpenFiles } from '../../../support/openFiles.ts';

describe('The extension for pi', () => {
  let folder: string;
  let told: string[];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'lt-pi-'));
    told = [];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Returns the hook's answer to pi before a compaction. Runs `script` in place of Longthread's command line. */
  const compacted = (
    script: string,
    change: Partial<BeforeCompaction> = {},
    program?: string,
  ): Promise<Compacted | undefined> => {
    const file = path.join(folder, 'cli.cjs');
    writeFileSync(file, script);
    const answers: Promise<Compacted | undefined>[] = [];
    const event: BeforeCompaction = {
      preparation: { firstKeptEntryId: 'e2', tokensBefore: 90_000 },
      branchEntries: [{ id: 'e1' }, { id: 'e2' }],
      signal: new AbortController().signal,
      ...change,
    };
    const context: PiContext = {
      model: { contextWindow: 200_000 },
      ui: { notify: (text, type) => void told.push(`${type}: ${text}`) },
    };
    const pi = {
      on: (_name: string, handler: (event: BeforeCompaction, context: PiContext) => (typeof answers)[0]) =>
        void answers.push(handler(event, context)),
    };
    longthread(pi, program ?? process.execPath, file);
    return answers[0] ?? Promise.reject(new Error('the extension registered no handler'));
  };

  const ECHO = `let text = '';
    process.stdin.on('data', (piece) => (text += piece)).on('end', () =>
      process.stdout.write(JSON.stringify({ summary: process.argv[2] + ' ' + text })));`;

  it('returns notes about pi’s branch as the summary, and keeps the messages that pi chose', async () => {
    const { summary, ...kept } = (await compacted(ECHO))?.compaction ?? { summary: '' };
    assert.deepEqual(kept, { firstKeptEntryId: 'e2', tokensBefore: 90_000 });
    const [first = '', ...lines] = summary.trimEnd().split('\n');
    assert.equal(first, 'pi-notes {"id":"e1"}');
    assert.equal(lines[0], '{"id":"e2"}');
    const { type, parentId, firstKeptEntryId, windowTokens } = JSON.parse(lines[1] ?? '') as Record<
      string,
      unknown
    >;
    assert.deepEqual([type, parentId, firstKeptEntryId, windowTokens], ['compaction', 'e2', 'e2', 200_000]);
    assert.deepEqual(told, []);
  });

  it('leaves a compaction to pi if the person gave instructions', async () => {
    assert.equal(await compacted(ECHO, { customInstructions: 'Focus on the store.' }), undefined);
    assert.ok(await compacted(ECHO, { customInstructions: ' ' }));
    assert.deepEqual(told, []);
  });

  it('leaves the compaction to pi, and shows the cause, if Longthread can’t write notes', async () => {
    for (const [script, why] of [
      ["console.error('longthread: the disk is full\\nat …'); process.exit(2)", 'the disk is full'],
      ['process.exit(3)', 'the command ended with exit code 3'],
      ["console.log('no notes')", 'JSON'],
      ["console.log('{}')", 'the answer contains no notes'],
    ] as const) {
      assert.equal(await compacted(script), undefined);
      const sentence = told.splice(0).join();
      assert.match(
        sentence,
        /^warning: Longthread could not write notes, so pi writes its own summary. Cause: (?!longthread)/,
      );
      assert.ok(sentence.includes(why) && !sentence.includes('at …'), sentence);
    }
    assert.equal(await compacted(ECHO, {}, path.join(folder, 'none')), undefined);
    assert.match(told.splice(0).join(), /ENOENT/);
    await withTooManyOpenFiles(async () => {
      assert.equal(await compacted(ECHO), undefined);
    });
    assert.match(told.join(), /EMFILE/);
  });

  it('starts its program with ELECTRON_RUN_AS_NODE, so that an editor’s executable runs as Node.js', async () => {
    const script = 'console.log(JSON.stringify({ summary: process.env.ELECTRON_RUN_AS_NODE }))';
    assert.equal((await compacted(script))?.compaction.summary, '1');
  });

  it('leaves the compaction to pi if the notes take more than a minute', async () => {
    const late = new AbortController();
    const timeout = mock.method(AbortSignal, 'timeout', () => late.signal);
    try {
      const answer = compacted('setInterval(() => undefined, 1000)');
      late.abort();
      assert.equal(await answer, undefined);
      assert.deepEqual(timeout.mock.calls[0]?.arguments, [60_000]);
    } finally {
      timeout.mock.restore();
    }
    assert.match(
      told.join(),
      /^warning: Longthread could not write notes, so pi writes its own summary. Cause: /,
    );
  });

  it('handles a session that is larger than the buffer of a pipe, even if the program does not read it', async () => {
    const branchEntries = Array.from({ length: 200 }, (_each, at) => ({
      id: `e${String(at)}`,
      text: 'x'.repeat(10_000),
    }));
    const answer = await compacted(ECHO, { branchEntries });
    assert.ok((answer?.compaction.summary.length ?? 0) > 2_000_000);
    assert.equal(await compacted('process.exit(1)', { branchEntries }), undefined);
  });

  it('stops without a message if the person cancels the compaction', async () => {
    const taken = new AbortController();
    const answer = compacted('setInterval(() => undefined, 1000)', { signal: taken.signal });
    taken.abort();
    assert.equal(await answer, undefined);
    assert.deepEqual(told, []);
  });
});
