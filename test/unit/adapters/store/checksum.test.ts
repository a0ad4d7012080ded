import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { readLine, sealedLine } from '../../../../src/adapters/store/checksum.ts';
import { project } from '../../../../src/core/context/project.ts';
import { asWritten } from '../../../../src/core/log/notesLine.ts';
import { sampleEntries, userEntries, userEntry } from '../../../support/sampleEntries.ts';
import { temporaryStore, written, type TemporaryStore } from '../../../support/temporaryStore.ts';

describe('the checksum of a line of a log', () => {
  let temporary: TemporaryStore;
  beforeEach(() => (temporary = temporaryStore()));
  afterEach(() => {
    temporary.remove();
  });

  for (const entry of sampleEntries)
    it(`is a field in the JSON of a ${entry.kind} entry, but not in the parsed entry`, () => {
      const line = sealedLine(JSON.stringify(asWritten(entry)));
      const { crc, ...rest } = JSON.parse(line.toString()) as Record<string, unknown>;
      assert.match(String(crc), /^[0-9a-f]{8}$/);
      assert.deepEqual(rest, asWritten(entry));
      assert.deepEqual(readLine(line), { type: 'entry', entry });
      assert.deepEqual(readLine(line.subarray(0, -1)), { type: 'entry', entry });
    });

  it('detects each flipped bit that changes the content of a line', () => {
    const entry = userEntry('m1', 'Größe: 7 "m²", {"crc":"00000000"}');
    const line = sealedLine(JSON.stringify(entry));
    let detected = 0;
    for (let bit = 0; bit < 8 * (line.length - 1); bit++) {
      const flipped = Buffer.from(line);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const read = readLine(flipped);
      if (read.type !== 'entry') detected++;
      else assert.deepEqual(read.entry, entry, String(bit));
    }
    assert.ok(detected > 8 * (line.length - 20), String(detected));
  });

  it('may be missing in a log of an earlier version', async () => {
    const id = await written(temporary, []);
    const { log: path } = temporary.folder(id);
    const old = userEntries(3).map((entry) => `${JSON.stringify(entry)}\n`);
    fs.writeFileSync(path, old.join(''));
    const log = await temporary.store.open(id);
    await log.append(userEntry('m4'));
    assert.deepEqual([await log.readAll(), log.report.problems], [userEntries(4), []]);
    const lines = fs.readFileSync(path, 'utf8').trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => line.includes('"crc"')),
      [false, false, false, true],
    );
    assert.deepEqual(project(await log.readAll()), project(userEntries(4)));
  });

  it('is present and correct after the log is rewritten with one changed entry', async () => {
    const id = await written(temporary, userEntries(3));
    const log = await temporary.store.open(id);
    const linesNow = (): readonly string[] =>
      fs.readFileSync(temporary.folder(id).log, 'utf8').trimEnd().split('\n');
    const before = linesNow();
    await log.rewrite((entry) => (entry.id === 'm2' ? userEntry('m2', 'gone') : entry));
    const lines = linesNow();
    assert.deepEqual(
      lines.map((line) => readLine(Buffer.from(line)).type),
      ['entry', 'entry', 'entry'],
    );
    assert.ok(lines.every((line) => line.includes('"crc"')));
    const crcOf = (line: string): unknown => (JSON.parse(line) as { readonly crc: unknown }).crc;
    assert.deepEqual(
      lines.map((line, index) => crcOf(line) === crcOf(before[index] ?? '')),
      [true, false, true],
    );
  });

  it('prevents a search from finding words in a damaged line', async () => {
    const id = await written(temporary, [userEntry('m1', 'the harbour'), userEntry('m2', 'the harbour')]);
    const { log: path } = temporary.folder(id);
    fs.writeFileSync(path, fs.readFileSync(path, 'utf8').replace('the harbour', 'the harvour'));
    const hits = async (query: string): Promise<number> => {
      let found = 0;
      for await (const { messages } of temporary.store.findMessages(query, new AbortController().signal))
        found += messages.length;
      return found;
    };
    assert.deepEqual([await hits('harbour'), await hits('harvour')], [1, 0]);
  });
});
