import assert from 'node:assert/strict';
import { bringBack } from '../../../../src/core/context/away.ts';
import type { CompactionEntry } from '../../../../src/core/log/entry.ts';
import { blockOf, linesOfText, withLines } from '../../../../src/core/log/notesLine.ts';
import { changeTexts, compactionChanges, statusOf } from '../../../../src/extension/panel/beforeAfter.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

const long = Array.from({ length: 400 }, (_, i) => `line ${i}`).join('\n');

/**
 * Messages m1 to m7: a question, a tool call that reads a file, the call’s result, an answer, small talk, a reply to
 * the small talk, and another question.
 */
function worked(): ViewedSession {
  const built = new ViewedSession();
  built.asks('Never touch gen.ts. Read a.');
  built.calls('c1', 'src/a.ts');
  built.results('c1', long);
  built.answers('It is a list.');
  built.asks('ok, thanks');
  built.answers('Gladly.');
  built.asks('And now?');
  return built;
}

function compacted(): { readonly built: ViewedSession; readonly entry: CompactionEntry } {
  const built = worked();
  const template = built.prepare();
  assert.ok(template.run);
  built.add(
    withLines({
      ...template.draft,
      replaced: [{ id: 'm3', as: 'stub', text: '400 lines of src/a.ts' }],
      folded: [
        { ids: ['m1', 'm5'], as: 'summary' },
        { ids: ['m6'], as: 'evicted' },
      ],
      blocks: [{ kind: 'ledger', text: '## Rules\n- Never touch gen.ts.', mode: 'replace', tokens: 4 }],
      provenance: [{ block: 'ledger', line: 1, ids: ['m1'] }],
    }),
  );
  const entry = built.entries.at(-1);
  assert.ok(entry?.kind === 'compaction');
  return { built, entry };
}

describe('the list of a compaction’s changes', () => {
  it('shows the fate and the tokens of each message, in the order of the context', () => {
    const { built, entry } = compacted();
    built.asks('What was said later changes nothing of it.');
    const changes = compactionChanges(entry, built);
    assert.deepEqual(
      changes.map(({ id, fate }) => [id, fate]),
      [
        ['m1', 'notes'],
        ['m2', 'stays'],
        ['m3', 'shortened'],
        ['m4', 'stays'],
        ['m5', 'leftOut'],
        ['m6', 'leftOut'],
        ['m7', 'stays'],
        ['record', 'record'],
      ],
    );
    const read = changes.find(({ id }) => id === 'm3');
    assert.ok(read !== undefined && read.tokensBefore > 800 && read.tokensAfter < 10);
    assert.equal(changes.at(-1)?.tokensBefore, 0, 'the notes have tokens before the first compaction');
    assert.equal(changes.find(({ id }) => id === 'm1')?.tokensAfter, 0);
  });

  it('has token counts that add up to the totals before and after the compaction', () => {
    const built = worked();
    const before = built.account.ofContext(built.context);
    built.compacts();
    const entry = built.entries.at(-1) as CompactionEntry;
    const changes = compactionChanges(entry, built);
    const sum = (of: 'tokensBefore' | 'tokensAfter') =>
      changes.reduce((total, change) => total + change[of], 0);
    assert.equal(sum('tokensBefore'), before);
    assert.equal(sum('tokensAfter'), built.account.ofContext(built.context));
  });

  it('shows the fate “in the notes” for a message that a model’s summary covers', () => {
    const { built, entry } = compacted();
    const written: CompactionEntry = {
      ...entry,
      blocks: [...entry.blocks, blockOf('summary', linesOfText('All was read.'), 3)],
    };
    const fates = new Map(compactionChanges(written, built).map(({ id, fate }) => [id, fate]));
    assert.deepEqual([fates.get('m5'), fates.get('m6')], ['notes', 'leftOut']);
  });

  it('contains the text of each message before and after the compaction', () => {
    const { built, entry } = compacted();
    const texts = (id: string) => changeTexts(entry, id, { ...withLog(built), isReadOnly: false });
    assert.deepEqual([texts('m3')?.before, texts('m3')?.after], [long, '400 lines of src/a.ts']);
    assert.deepEqual(texts('m1')?.lines, ['Never touch gen.ts.']);
    assert.equal(texts('m1')?.after, undefined);
    assert.deepEqual([texts('m5')?.lines, texts('m4')?.after], [[], 'It is a list.']);
    assert.equal(texts('record')?.before, undefined);
    assert.match(texts('record')?.after ?? '', /Never touch gen\.ts/);
    assert.equal(texts('record')?.status, undefined);
    assert.equal(texts('m99'), undefined);
  });

  it('says whether a message is in the context, is pinned, and can be brought back now', () => {
    const { built } = compacted();
    const status = (id: string, isReadOnly = false) => statusOf(id, built.session, isReadOnly);
    assert.deepEqual([status('m3').away?.fate, status('m3').away?.canBringBack], ['shortened', true]);
    assert.equal(status('m3', true).away?.canBringBack, false);
    assert.deepEqual(status('m4'), { message: 'm4', isPinned: false, isThere: true });
    for (const target of ['m3', 'm4']) built.add({ kind: 'exclude', target, on: true });
    for (const id of ['m3', 'm4', 'm5']) {
      const isPinnedThen = bringBack(built.session, id).some(({ kind }) => kind === 'pin');
      assert.deepEqual([id, status(id).away?.isPinnedThen], [id, isPinnedThen]);
    }
    built.add({ kind: 'exclude', target: 'm3', on: false });
    built.add({ kind: 'pin', target: 'm2', on: true });
    assert.deepEqual(
      status('m3'),
      { message: 'm3', isPinned: true, isThere: true },
      'm3 was not pinned together with the group',
    );
    built.add({ kind: 'rewind', before: 'm7' });
    assert.equal(status('m7').isThere, false);
  });
});

function withLog({ entries, session }: ViewedSession): Pick<ViewedSession, 'entries' | 'session'> {
  return { entries, session };
}
