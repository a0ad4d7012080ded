import { addressOf, linesOfText } from '../../../src/core/log/notesLine.ts';
import type { NotesEditView, NoteLineView, NotesRequest, NotesView } from '../../../src/shared/notesView.ts';

const fixed = (text: string): NoteLineView => ({ text, can: 'fixed' });
const open = (text: string): NoteLineView => {
  const [line] = linesOfText(text);
  const source = line && addressOf(line);
  return { text, can: 'reword', words: line?.words ?? text, ...(source === undefined ? {} : { source }) };
};

const written: readonly NoteLineView[] = [
  fixed('<longthread-record>'),
  fixed('Longthread keeps this record of the earlier part of the session; nobody typed it.'),
  fixed(''),
  fixed('## Rules'),
  open('m2: Never round them before the chart is drawn.'),
  fixed('## Story'),
  open('m2 You: Heights are in metres. Please draw the chart of the last week.'),
  open(
    'm14: The jump comes from interpolate(). It takes the last height twice where a station sent nothing. …',
  ),
  open('  I would rather leave a gap, since a made-up height is worse than none.'),
  fixed('## Files'),
  open('m59: src/stations/import.ts edited 2 times'),
  open('  > export function interpolate(heights: readonly Height[]): readonly Height[] {'),
  // Notes of earlier versions contained such a list.
  fixed('## Names also used'),
  { ...open('src/chart.ts: drawAxis drawLegend readHeights'), can: 'strike' },
  fixed('</longthread-record>'),
];

/** Notes that react to edits. The context's notes only mark the edited lines; the preview's notes contain the edits. */
export class FakeNotes {
  edits: readonly NotesEditView[] = [];

  readonly handlers = {
    strikeNote: (request: NotesRequest): Promise<void> => this.take(request),
    rewordNote: (request: NotesRequest): Promise<void> => this.take(request),
    addNote: (request: NotesRequest): Promise<void> => this.take(request),
    takeBackNote: (request: NotesRequest): Promise<void> => this.take(request),
  };

  now(): NotesView {
    const lines = written.map((line): NoteLineView => {
      const edit = this.edits.find((each) => each.line !== undefined && each.line === line.words);
      if (edit === undefined) return line;
      return { ...line, next: edit.text === undefined ? 'struck' : 'reworded' };
    });
    return { lines, edits: this.edits };
  }

  afterwards(): NotesView {
    const yours = (text: string): NoteLineView => ({ ...open(text), isYours: true });
    const lines = written.flatMap((line): readonly NoteLineView[] => {
      const edit = this.edits.find((each) => each.line !== undefined && each.line === line.words);
      if (edit === undefined) return [line];
      return edit.text === undefined ? [] : [yours(`m14 You: ${edit.text}`)];
    });
    const added = this.edits.flatMap(({ line, text = '' }) =>
      line === undefined ? [yours(`You: ${text}`)] : [],
    );
    const heading = added.length === 0 ? [] : [fixed('## Added by you')];
    return { lines: [...lines.slice(0, 5), ...heading, ...added, ...lines.slice(5)], edits: this.edits };
  }

  private take(request: NotesRequest): Promise<void> {
    if (request.type === 'takeBackNote') this.edits = this.edits.filter(({ key }) => key !== request.key);
    else {
      const key = `${request.type} ${String(this.edits.length)}`;
      const line = 'words' in request ? { line: request.words } : {};
      const text = 'text' in request ? { text: request.text } : {};
      this.edits = [...this.edits, { key, ...line, ...text }];
    }
    return Promise.resolve();
  }
}
