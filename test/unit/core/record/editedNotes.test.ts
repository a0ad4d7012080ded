import assert from 'node:assert/strict';
import { editKey, type NotesEditEntry } from '../../../../src/core/log/notesEdit.ts';
import { NotesEditor } from '../../../../src/core/record/editedNotes.ts';
import { passageOf } from '../../../../src/core/record/passage.ts';
import { countRoughly } from './sessionOf.ts';

describe('A passage with a struck line', () => {
  const text = 'Done:\n- the lamp\nOpen:\n- the retries\n- the lock';
  const passage = passageOf({ id: 'm1', by: 'assistant', weight: 1 }, text, countRoughly);
  const leadsWithout = (line: string): readonly string[] => {
    const edit: NotesEditEntry = { kind: 'notesEdited', v: 1, line, on: true, id: 'e1', at: 0 };
    const editor = new NotesEditor(
      { byKey: new Map([[editKey(edit), edit]]), retired: new Set() },
      countRoughly,
    );
    const [edited] = editor.edited([passage]);
    const pieces = edited?.pieces ?? [];
    return pieces.map(
      (piece) => `${piece.text} < ${pieces.find(({ place }) => place === piece.lead)?.text ?? 'nothing'}`,
    );
  };

  it('still links each remaining list item to the line that introduces the list', () => {
    assert.deepEqual(leadsWithout('- the lamp'), [
      ...['Done: < nothing', 'Open: < nothing', '- the retries < Open:', '- the lock < Open:'],
    ]);
  });

  it('has no links to the struck line', () => {
    assert.deepEqual(leadsWithout('Open:'), [
      ...['Done: < nothing', '- the lamp < Done:', '- the retries < nothing', '- the lock < nothing'],
    ]);
  });
});
