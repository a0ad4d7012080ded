import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compact } from '../../src/core/compaction/plan/compact.ts';
import { STRATEGIES, STRATEGY_NAMES, type Strategy } from '../../src/core/compaction/strategies.ts';
import { project } from '../../src/core/context/project.ts';
import { standingBlocks } from '../../src/core/context/record.ts';
import { comparisonKey } from '../../src/core/log/notesEdit.ts';
import { liveCompactions } from '../../src/core/log/session.ts';
import { addressOf, linesOfText, textOfLine, type NotesLine } from '../../src/core/log/notesLine.ts';
import { editsOfLine, type EditedLine } from '../../src/core/record/lineEdit.ts';
import { viewOf } from './compactionView.ts';
import { sessionOf } from './sessionArbitrary.ts';
import { SessionBuilder } from './sessionBuilder.ts';
import { assertReversible, assertSound } from './validContext.ts';

/** Returns the lines of the current notes, whether code or a model wrote them. */
export function linesIn(builder: SessionBuilder): readonly string[] {
  return standingBlocks(liveCompactions(builder.session))
    .filter(({ kind }) => kind === 'notes' || kind === 'summary')
    .flatMap(({ lines }) => lines.map(textOfLine));
}

export function lineIn(text: string): NotesLine {
  return linesOfText(text)[0] ?? assert.fail();
}

/** Returns a line's text without its mark. */
export function bodyOf(text: string): string {
  return lineIn(text).words;
}

export function editedLineOf(line: string): EditedLine {
  return { words: bodyOf(line), source: addressOf(lineIn(line)) };
}

/** Rewords a line, or strikes the line if no text is given. */
export function edit(builder: SessionBuilder, line: string, text?: string): void {
  const drafts = editsOfLine(builder.session, editedLineOf(line), text);
  for (const draft of drafts) builder.append(draft);
}

interface Case {
  readonly first: SessionBuilder;
  readonly later: SessionBuilder;
  /** The strategy of the first compaction. */
  readonly strategy: Strategy;
  /** The strategy of the second compaction, which runs after the edits. */
  readonly then: Strategy;
  /** The lines to edit. `share` is the line's relative position in the notes. A line is either reworded or struck. */
  readonly picks: readonly (readonly [share: number, isReworded: boolean])[];
  readonly budget: number | undefined;
}

const anyStrategy = fc.constantFrom(...STRATEGY_NAMES).map((each) => STRATEGIES[each]);
const cases: fc.Arbitrary<Case> = fc.record({
  ...{
    first: sessionOf(20),
    later: sessionOf(12),
    strategy: anyStrategy.filter(({ hasNotes }) => hasNotes),
    then: anyStrategy,
  },
  picks: fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.boolean()), {
    minLength: 1,
    maxLength: 4,
  }),
  budget: fc.option(fc.integer({ min: 300, max: 5_000 }), { nil: undefined }),
});

/**
 * Tests random sessions in which the person edits the notes. The next compaction must not repeat the old words of a
 * struck or reworded line, must give the previewed context, and must be undoable. Returns the number of edited lines.
 */
export function checkEditedNotes(parameters: fc.Parameters<[Case]>): number {
  let editedCount = 0;
  const property = fc.property(cases, (each) => {
    editedCount += assertEditsHold(each);
  });
  fc.assert(property, parameters);
  return editedCount;
}

function assertEditsHold({ first, later, strategy, then: next, picks, budget }: Case): number {
  const builder = new SessionBuilder();
  for (const entry of first.entries) builder.append(entry);
  builder.turns(8, 40);
  const found = compact(viewOf(builder, { strategy }), { by: 'person' });
  if (!found.run) return 0;
  builder.append(found.draft);
  const struck = editPicked(builder, picks);
  for (const entry of later.entries) if (entry.kind === 'message') builder.message(entry.message);
  const entries = [...builder.entries];
  const asked = { by: 'person', ...(budget === undefined ? {} : { budgetTokens: budget }) } as const;
  const shown = compact(viewOf(builder, { strategy: next }), asked);
  if (!shown.run) return struck.length;
  const id = builder.append(shown.draft);
  assertSound(builder.session);
  assertReversible(builder.entries);
  assert.deepEqual(
    builder.context.map(({ message }) => message),
    shown.context.map(({ message }) => message),
  );
  for (const line of linesIn(builder)) assert.ok(!struck.includes(comparisonKey(bodyOf(line))), line);
  builder.undo(id);
  assert.deepEqual(builder.context, project(entries), 'the undo did not restore the context with the edits');
  return struck.length;
}

/** Edits the picked lines. Returns the comparison keys of their old words, which must not appear again. */
function editPicked(builder: SessionBuilder, picks: Case['picks']): readonly string[] {
  const struck: string[] = [];
  for (const [share, isReworded] of picks) {
    const lines = linesIn(builder).filter(
      (line) => !line.startsWith('#') && comparisonKey(bodyOf(line)) !== '',
    );
    const line = lines[Math.floor(share * lines.length)];
    if (line === undefined || struck.includes(comparisonKey(bodyOf(line)))) continue;
    edit(builder, line, isReworded ? `Better words ${String(struck.length)}` : undefined);
    struck.push(comparisonKey(bodyOf(line)));
  }
  return struck;
}
