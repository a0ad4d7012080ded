import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTokenCounter } from '../../../src/adapters/tokens/inProcessTokenCounter.ts';
import { readTranscript } from '../../../src/adapters/transcripts/formats.ts';
import { maskedSession } from '../../../src/adapters/transcripts/maskedSession.ts';
import { percent, Progress } from '../../../src/cli/progress.ts';
import type { Message } from '../../../src/core/log/message.ts';

describe('Progress on the command line', () => {
  it('is written at most once per second for a large file', () => {
    let now = 5_000;
    const written: string[] = [];
    const progress = new Progress({ write: (text) => written.push(text), now: () => now });
    const asked: string[] = [];
    progress.expect(5_000_000);
    for (const [at, doing] of [
      [5_999, 'too soon'],
      [6_000, 'reading, 1 %'],
      [6_999, 'too soon again'],
      [7_000, 'reading, 2 %'],
      [60_000, 'counting'],
      [60_001, 'too soon at last'],
    ] as const) {
      now = at;
      progress.tell(() => {
        asked.push(doing);
        return doing;
      });
    }
    assert.deepEqual(written, [
      'longthread: reading, 1 %\n',
      'longthread: reading, 2 %\n',
      'longthread: counting\n',
    ]);
    assert.equal(asked.length, 3);
  });

  it('is never written for a small file or a file of unknown size', () => {
    let now = 0;
    const written: string[] = [];
    const progress = new Progress({ write: (text) => written.push(text), now: () => now });
    now = 100_000;
    progress.tell(() => 'reading');
    progress.expect(4_999_999);
    progress.tell(() => 'reading');
    assert.deepEqual(written, []);
  });

  it('is reported as a whole percentage of at most 100 %', () => {
    assert.deepEqual(
      [percent(0, 9), percent(0, 1), percent(1, 2), percent(999, 1_000), percent(12, 9), percent(0, 0)],
      ['0 %', '0 %', '50 %', '99 %', '100 %', '100 %'],
    );
  });

  it('is reported during reading, piece by piece up to the file’s size', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'longthread-'));
    const file = path.join(folder, 'long.jsonl');
    const line = `${JSON.stringify({ role: 'user', content: 'a word '.repeat(10_000) })}\n`;
    writeFileSync(file, line.repeat(20));
    const reported: (readonly [bytes: number, size: number])[] = [];
    await readTranscript(file, (bytes, size) => reported.push([bytes, size]));
    rmSync(folder, { recursive: true });
    const size = 20 * line.length;
    assert.ok(
      reported.length > 3 && reported.every(([bytes, of]) => of === size && bytes > 0 && bytes <= size),
    );
    assert.equal(reported.at(-1)?.[0], size);
  });

  it('is reported during counting, even within one long text', async () => {
    const reported: number[] = [];
    const counter = await createTokenCounter('o200k_base', (characters) => reported.push(characters));
    const text = 'word '.repeat(200_000);
    counter.countSmall(text);
    assert.ok(reported.length > 3, String(reported.length));
    assert.equal(
      reported.reduce((a, b) => a + b, 0),
      text.length,
    );
  });

  it('is reported about every 2²⁰ characters during the search for secrets', async () => {
    const half = 1 << 19;
    const searched = async (...lengths: readonly number[]): Promise<readonly number[]> => {
      const reported: number[] = [];
      const messages = lengths.map((length): { message: Message } => ({
        message: { role: 'user', parts: [{ type: 'text', text: 'a'.repeat(length) }] },
      }));
      let looked = 0;
      const find = (given: readonly string[]) => {
        looked += given.length;
        return Promise.resolve(given.map(() => []));
      };
      await maskedSession(messages, { find }, (characters) => reported.push(characters));
      assert.equal(looked, lengths.length, 'a text was not searched exactly once');
      return reported;
    };
    assert.deepEqual(await searched(half, half, half, half, 7), [2 * half, 4 * half, 4 * half + 7]);
    assert.deepEqual(await searched(2 * half - 1, 1, 1), [2 * half, 2 * half + 1]);
    assert.deepEqual(await searched(2 * half - 1, 9, 9), [2 * half + 8, 2 * half + 17]);
    assert.deepEqual(await searched(), []);
  });

  it('is reported up to the total length of all texts while the secrets in the texts are masked', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => `${String(index)} `.repeat(70_000));
    const messages = texts.map((text): { message: Message } => ({
      message: { role: 'user', parts: [{ type: 'text', text }] },
    }));
    const reported: (readonly [searched: number, all: number])[] = [];
    const find = (given: readonly string[]) =>
      Promise.resolve(given.map((text) => [{ start: 0, end: text.indexOf(' '), kind: 'number' }]));
    const session = await maskedSession(messages, { find }, (searched, all) =>
      reported.push([searched, all]),
    );
    const all = texts.join('').length;
    assert.ok(reported.length > 1 && reported.every(([, of]) => of === all));
    assert.equal(reported.at(-1)?.[0], all);
    for (const { message } of session.messages) {
      const [part] = message.parts;
      assert.match(part?.type === 'text' ? part.text.slice(0, 40) : '', /^\[secret: number #\d+\] \d+ \d+/u);
    }
  });
});
