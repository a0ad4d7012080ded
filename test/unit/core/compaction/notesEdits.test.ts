import type { CompactionView } from '../../../../src/core/compaction/compactionView.ts';
import assert from 'node:assert/strict';
import { compact, type Compaction } from '../../../../src/core/compaction/plan/compact.ts';
import { pendingProse } from '../../../../src/core/compaction/plan/standing.ts';
import { linesOfText, textOfLine, type NotesLine } from '../../../../src/core/log/notesLine.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import {
  editAdding,
  editsOf,
  editsOfLine,
  isByPerson,
  editTakingBack,
} from '../../../../src/core/record/lineEdit.ts';
import { viewOf } from '../../../support/compactionView.ts';
import {
  bodyOf,
  checkEditedNotes,
  edit,
  lineIn,
  linesIn,
  editedLineOf,
} from '../../../support/editedNotes.ts';
import { summaryOf } from '../../../support/engineHarness.ts';
import { planned, prepare } from '../../../support/planned.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

function compacted(builder: SessionBuilder, more: Partial<CompactionView> = {}): Compaction {
  const found = planned(compact(viewOf(builder, more), { by: 'person' }));
  builder.append(found.draft);
  return found;
}

function linesOf({ draft }: Pick<Compaction, 'draft'>): readonly NotesLine[] | undefined {
  return draft.blocks.find(({ kind }) => kind === 'summary')?.lines;
}

function bodies(builder: SessionBuilder): readonly string[] {
  return linesIn(builder).map(bodyOf);
}

function lineWith(builder: SessionBuilder, words: string): string {
  return linesIn(builder).find((line) => line.includes(words)) ?? assert.fail(`no line with ${words}`);
}

function talk(): SessionBuilder {
  const builder = new SessionBuilder();
  builder.user('Please look at the parser. It drops the last row of each table.');
  builder.says(
    'The parser stops at the footer. The footer is read as a row. I mended readRow in src/parser.ts.',
  );
  builder.user('Never round the heights.');
  builder.tool(
    'edit_file',
    { path: 'src/parser.ts', old_string: 'a', new_string: 'const rows = readRows()' },
    'ok',
  );
  builder.says('Heights are kept as they are.');
  builder.turns(4, 30);
  builder.user('and now?');
  return builder;
}

describe('notes edited by the person', () => {
  it('lose a struck rule permanently, even if a file contains the rule', () => {
    const builder = new SessionBuilder();
    builder.user('Never touch src/gen.ts.');
    const [read] = builder.tool('read_file', { path: 'RULES.md' }, 'Never touch src/gen.ts.');
    builder.exclude(read);
    builder.turns(8, 40);
    compacted(builder);
    edit(builder, lineWith(builder, 'm1: Never touch'));
    builder.turns(2, 40);
    compacted(builder);
    assert.doesNotMatch(linesIn(builder).join('\n'), /Never touch/u);
  });

  it('lose all sentences of a struck line permanently', () => {
    const builder = talk();
    compacted(builder);
    edit(builder, lineWith(builder, 'The parser stops at the footer'));
    builder.turns(6, 30);
    builder.user('go on');
    compacted(builder);
    const lines = linesIn(builder).join('\n');
    assert.doesNotMatch(lines, /footer|mended/u);
    assert.match(lines, /Heights are kept/u);
  });

  it('are rewritten by the next compaction, even if there is no new content', () => {
    const builder = talk();
    compacted(builder);
    edit(builder, lineWith(builder, 'Heights are kept'));
    const again = compacted(builder);
    assert.deepEqual([again.draft.folded, again.draft.replaced], [[], []]);
    assert.ok(!bodies(builder).includes('Heights are kept as they are.'));
    const found = compact(viewOf(builder), { by: 'person' });
    assert.equal(found.run, false, 'a compaction ran although the notes already had the edit');
  });

  it('contain the person’s words instead of the original words', () => {
    const builder = talk();
    compacted(builder);
    edit(builder, lineWith(builder, 'The parser stops'), 'The footer was read as a row; mended.');
    compacted(builder);
    assert.ok(linesIn(builder).includes('m2 You: The footer was read as a row; mended.'));
    assert.doesNotMatch(linesIn(builder).join('\n'), /The parser stops/u);
    assert.ok(isByPerson(builder.session, lineIn('m2 You: The footer was read as a row; mended.')));
    edit(builder, 'm2 You: The footer was read as a row; mended.', 'Mended.');
    compacted(builder);
    assert.ok(linesIn(builder).includes('m2 You: Mended.'));
    assert.doesNotMatch(linesIn(builder).join('\n'), /footer/u);
    assert.equal(editsOf(builder.session).length, 1);
  });

  it('keep an added line until the person strikes the line', () => {
    const builder = talk();
    builder.append(editAdding('The release is  on Friday.'));
    compacted(builder);
    for (const turn of [1, 2, 3]) {
      assert.ok(linesIn(builder).includes('You: The release is on Friday.'), String(turn));
      builder.turns(3, 30);
      builder.user('go on');
      compacted(builder);
    }
    edit(builder, 'You: The release is on Friday.', 'The release is on Monday.');
    compacted(builder);
    assert.ok(linesIn(builder).includes('You: The release is on Monday.'));
    assert.ok(!linesIn(builder).includes('You: The release is on Friday.'));
    edit(builder, 'You: The release is on Monday.');
    compacted(builder);
    assert.doesNotMatch(linesIn(builder).join('\n'), /release|Added by you/u);
  });

  it('contain a struck line again after the edit is undone', () => {
    const builder = talk();
    compacted(builder);
    const before = linesIn(builder);
    edit(builder, lineWith(builder, 'Heights are kept'));
    compacted(builder);
    for (const { edit: each } of editsOf(builder.session)) builder.append(editTakingBack(each));
    builder.turns(2, 30);
    builder.user('go on');
    compacted(builder);
    for (const line of before.filter((each) => /Heights/u.test(each)))
      assert.ok(linesIn(builder).includes(line));
  });

  it('contain the edited rule, and an undo of the edit puts the original rule in force again', () => {
    const builder = talk();
    compacted(builder);
    edit(builder, lineWith(builder, 'Never round the heights.'), 'Round heights to a millimetre.');
    assert.equal(builder.session.ruleWords.get('Never round the heights.')?.on, false);
    assert.equal(builder.session.ruleWords.get('Round heights to a millimetre.')?.source, 'm3');
    compacted(builder);
    const lines = linesIn(builder);
    assert.ok(lines.includes('m3: Round heights to a millimetre.'));
    assert.doesNotMatch(lines.join('\n'), /Never round/u);
    for (const { edit: each } of editsOf(builder.session)) builder.append(editTakingBack(each));
    assert.equal(builder.session.ruleWords.get('Never round the heights.')?.on, true);
    assert.equal(builder.session.ruleWords.get('Round heights to a millimetre.')?.on, false);
  });

  it('omit a file whose line was struck', () => {
    const builder = talk();
    compacted(builder);
    edit(builder, lineWith(builder, 'src/parser.ts edited'));
    compacted(builder);
    assert.doesNotMatch(linesIn(builder).join('\n'), /parser\.ts edited|const rows/u);
  });

  it('stay unchanged if an edit changes no words', () => {
    const { session } = talk();
    assert.deepEqual(editsOfLine(session, editedLineOf('m2: …')), []);
    assert.deepEqual(editsOfLine(session, editedLineOf('m2: as it was'), ' as  it was'), []);
  });

  for (const name of ['truncate', 'hybrid'] as const) {
    it(`contain the person’s edits of an earlier summary by a model, with the strategy ${name}`, () => {
      const builder = talk();
      const first = planned(compact(viewOf(builder), { by: 'person' }));
      const text = '- It stops early.\n- It was mended.';
      const summary = {
        ...summaryOf(text),
        lines: linesOfText(text, (line) => (line === 1 ? ['m2'] : [])),
      };
      builder.append(prepare(first.plan, { summary }).draft);
      edit(builder, '- It stops early.');
      edit(builder, '- It was mended.', 'Mended, and tested.');
      builder.append(editAdding('Ship it.'));
      const { draft } = compacted(builder, { strategy: STRATEGIES[name] });
      const lines = linesIn(builder);
      assert.deepEqual(draft.editedSummaries, true);
      assert.ok(lines.includes('You: Mended, and tested.') && lines.includes('You: Ship it.'));
      assert.ok(!lines.includes('- It stops early.'));
      assert.equal(pendingProse(builder.session).size, 0);
      const later = prepare(first.plan, { summary });
      assert.deepEqual(linesOf(later)?.filter(({ ids }) => ids.length > 0).length, 1);
      const anew = planned(compact(viewOf(talk()), { by: 'person' }));
      const again = prepare(
        {
          ...anew.plan,
          request: {
            ...anew.plan.request,
            session: { ...anew.plan.request.session, notesEdits: builder.session.notesEdits },
          },
        },
        { summary },
      );
      assert.deepEqual(
        linesOf(again)?.map((line) => [textOfLine(line), line.ids]),
        [['You: Mended, and tested.', ['m2']]],
      );
    });
  }

  it('never repeat a struck line, for any session', () => {
    assert.ok(checkEditedNotes({ numRuns: 90 }) > 30);
  });
});
