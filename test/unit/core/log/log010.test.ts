import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { project } from '../../../../src/core/context/project.ts';
import type { CompactionEntry, Entry, EntryId } from '../../../../src/core/log/entry.ts';
import {
  textOfLines,
  withLines,
  WRITTEN_KINDS,
  type WrittenCompaction,
} from '../../../../src/core/log/notesLine.ts';
import { foldSession, liveCompactions } from '../../../../src/core/log/session.ts';
import { sampleEntries } from '../../../support/sampleEntries.ts';
import { reducedLog } from '../../../support/reducedLog.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';

/**
 * A log written by version 0.1.0, and the contexts that 0.1.0 made from it. These files must never be regenerated. For
 * the contexts after an undo or a rewind, 0.1.0 was given the log without the lines that were taken back.
 */
const FOLDER = path.resolve(import.meta.dirname, '../../../fixtures/log010');

interface Case {
  readonly name: string;
  /** The last entry of the log that is read. Absent if the whole log is read. */
  readonly through?: EntryId;
  readonly append: readonly Entry[];
  /** The live compactions that the rewind in `append` takes back. */
  readonly voids?: readonly EntryId[];
}

const lines = linesOf('log.jsonl');
const written = lines.map((line) => JSON.parse(line) as Exclude<Entry, CompactionEntry> | WrittenCompaction);
const entries = written.map((entry): Entry => (entry.kind === 'compaction' ? withLines(entry) : entry));
const cases = linesOf('contexts.jsonl').map((line) => {
  const { context, ...each } = JSON.parse(line) as Case & { readonly context: unknown };
  return { ...each, context: JSON.stringify(context) };
});

function linesOf(name: string): readonly string[] {
  return readFileSync(path.join(FOLDER, name), 'utf8').trimEnd().split('\n');
}

function logOf({ through, append }: Case): readonly Entry[] {
  const end = through === undefined ? entries.length : entries.findIndex(({ id }) => id === through) + 1;
  return [...entries.slice(0, end), ...append];
}

/** Kinds of entries that later versions added. */
const ADDED_LATER: ReadonlySet<Entry['kind']> = new Set(['redo', 'rule', 'keptOut', 'notesEdited']);

describe('A log of 0.1.0', () => {
  it('contains every kind of entry, treatment, block and run state of version 0.1.0', () => {
    const kinds = new Set<Entry['kind']>(entries.map(({ kind }) => kind));
    for (const { kind } of sampleEntries) assert.equal(kinds.has(kind), !ADDED_LATER.has(kind), kind);
    const text = lines.join('\n');
    for (const as of ['stub', 'excerpt', 'summary', 'digest', 'evicted'])
      assert.match(text, new RegExp(`"as":"${as}"`, 'u'));
    for (const kind of ['ledger', 'summary', 'notes', 'eviction'])
      assert.match(text, new RegExp(`"kind":"${kind}","text":"[^"]`, 'u'));
    for (const state of ['started', 'completed', 'failed', 'cancelled', 'skipped'])
      assert.match(text, new RegExp(`"state":"${state}"`, 'u'));
    const states = foldSession(entries).compactions.map(({ state }) => state);
    assert.deepEqual(new Set(states), new Set(['live', 'undone', 'superseded']));
  });

  it('opens without a problem, and every field of every entry is read', async () => {
    const temporary = temporaryStore();
    try {
      const folder = temporary.folder('old');
      mkdirSync(folder.path, { recursive: true });
      cpSync(path.join(FOLDER, 'log.jsonl'), folder.log);
      const log = await temporary.store.open('old');
      const read = await log.readAll();
      assert.deepEqual(log.report.problems, []);
      await log.close();
      assert.deepEqual(read, entries);
    } finally {
      temporary.remove();
    }
  });

  it('is read with the sources of each line of the notes', () => {
    for (const entry of written) {
      if (entry.kind !== 'compaction') continue;
      const { blocks } = withLines(entry);
      for (const { text, lines: notes } of blocks) assert.equal(textOfLines(notes), text);
      for (const { block, line, ids } of entry.provenance)
        assert.deepEqual(blocks.find(({ kind }) => WRITTEN_KINDS[kind] === block)?.lines[line]?.ids, ids);
    }
  });

  for (const testCase of cases) {
    it(`has the same context, byte for byte, as in version 0.1.0 (test case: “${testCase.name}”)`, () => {
      // Version 0.1.0 called the notes a ledger.
      const context = testCase.context.replaceAll('"treatment":"ledger"', '"treatment":"notes"');
      assert.equal(JSON.stringify(project(logOf(testCase))), context);
      assert.equal(JSON.stringify(project(reducedLog(logOf(testCase)))), context);
    });
  }

  it('loses the same compactions in a rewind as in version 0.1.0', () => {
    const live = liveCompactions(foldSession(entries)).map(({ id }) => id);
    for (const { voids, append } of cases) {
      if (voids === undefined) continue;
      const liveAfter = liveCompactions(foldSession([...entries, ...append])).map(({ id }) => id);
      assert.deepEqual(
        liveAfter,
        live.filter((id) => !voids.includes(id)),
      );
    }
  });
});
