import assert from 'node:assert/strict';
import { editKey, type NotesEditEntry, type NotesEdits } from '../../../../src/core/log/notesEdit.ts';
import { isHeading } from '../../../../src/core/log/notesLine.ts';
import type { SessionMessage } from '../../../../src/core/log/session.ts';
import { editedLines } from '../../../../src/core/record/editedNotes.ts';
import { writeNotes } from '../../../../src/core/record/notes.ts';
import { assistant, call, countRoughly, person, result, sessionOf, thinking } from './sessionOf.ts';

interface StoryTokens {
  /** The number of tokens of the story without thoughts. */
  readonly said: number;
  readonly thought: number;
}

function tokensIn(messages: readonly SessionMessage[], mostTokens: number): StoryTokens {
  const { text } = writeNotes({ messages, mostTokens, count: countRoughly });
  const lines = text.split('\n').filter((line) => /^m\d+/u.test(line));
  const isThought = (line: string): boolean => line.includes(' thought: ');
  const tokensOf = (own: readonly string[]): number => countRoughly(own.join('\n'));
  return {
    said: tokensOf(lines.filter((line) => !isThought(line))),
    thought: tokensOf(lines.filter(isThought)),
  };
}

/** Returns different sentences of about 90 tokens each. */
const sentences = (what: string, many: number): readonly string[] =>
  Array.from({ length: many }, (_, at) => {
    const words = Array.from(
      { length: 12 },
      (__, word) => `${what} of pier ${String(at)} lamp ${String(word)}`,
    );
    return `It is true that ${words.join(', then ')}.`;
  });

/** Returns a session with this many tokens of answers and of thoughts, in messages of one sentence each. */
function sessionWith({ said, thought }: StoryTokens): readonly SessionMessage[] {
  const many = (tokens: number): number => Math.ceil(tokens / 90);
  return sessionOf(
    person('Look at the lamps.'),
    ...sentences('reason', many(thought)).map(thinking),
    ...sentences('word', many(said)).map(assistant),
  );
}

const MANY_TOKENS = 40_000;

describe('the token budget of the notes', () => {
  it('is used for the assistant’s text first, and then for the model’s thoughts', () => {
    const much = tokensIn(sessionWith({ said: MANY_TOKENS, thought: MANY_TOKENS }), 12_000);
    assert.ok(much.said > 11_000 && much.thought === 0, JSON.stringify(much));
    const little = tokensIn(sessionWith({ said: 4_000, thought: MANY_TOKENS }), 12_000);
    assert.ok(little.said > 3_500 && little.thought > 7_000, JSON.stringify(little));
    const half = tokensIn(sessionWith({ said: 7_000, thought: MANY_TOKENS }), 12_000);
    assert.ok(half.said > 6_500 && half.thought > 3_500, JSON.stringify(half));
  });

  it('is used for thoughts if the assistant said nothing', () => {
    const written = sentences('line', 400).join('\n');
    const lamps = [
      call('w1', 'write', { path: 'lamps.ts', content: written }),
      result('w1', 'write', 'done'),
    ];
    const thoughts = sentences('reason', 400).map(thinking);
    const thoughtIn = (...said: readonly string[]): number =>
      tokensIn(sessionOf(person('Go.'), ...lamps, ...thoughts, ...said.map(assistant)), 2_000).thought;
    assert.ok(thoughtIn() > 400, String(thoughtIn()));
    assert.equal(thoughtIn(...sentences('word', 60)), 0);
  });
});

describe('the files in the notes', () => {
  it('are counted in the heading if there is no room for all files', () => {
    const edits = Array.from({ length: 30 }, (_, at) => [
      call(`c${String(at)}`, 'edit', {
        path: `/home/p/page${String(at)}.ts`,
        old_string: 'a',
        new_string: 'b',
      }),
      result(`c${String(at)}`, 'edit', 'done'),
    ]);
    const messages = sessionOf(person('Rename a to b in all pages.'), ...edits.flat());
    const notesIn = (mostTokens: number) => writeNotes({ messages, mostTokens, count: countRoughly });
    assert.match(notesIn(1_000).text, /^## Files, newest first$/mu);
    const { lines, text } = notesIn(150);
    const [, listed, all] = /^## Files, newest first \((\d+) of (\d+)\)$/mu.exec(text) ?? [];
    const named = lines.filter(({ words }) => /page\d+\.ts/u.test(words)).length;
    assert.ok(named > 0 && named < 30, text);
    assert.deepEqual([listed, all], [String(named), '30']);
  });

  it('are counted once each in the heading, even if the person rewords a line; a file is not counted if the person strikes the line with its name', () => {
    const messages = thirtyPages();
    const allAfter = (line: string, text?: string): string | undefined => {
      const edits = editOf(line, text);
      const notes = writeNotes({ messages, mostTokens: 150, count: countRoughly, edits });
      return /^## Files, newest first \(\d+ of (\d+)\)$/mu.exec(notes.text)?.[1];
    };
    assert.equal(allAfter('lamp 29 on', 'The lamp of page 29 is red.'), '30');
    assert.equal(allAfter('page29.ts written', 'Page 29 is the important one.'), '30');
    assert.equal(allAfter('page29.ts written'), '29');
    const { lines } = writeNotes({ messages, mostTokens: 150, count: countRoughly });
    const headingAfter = (line: string, text?: string): string | undefined =>
      editedLines(lines, editOf(line, text)).findLast(isHeading)?.tail;
    assert.equal(headingAfter('page29.ts written'), ' (10 of 29)');
    assert.equal(headingAfter('page29.ts written', 'Important.'), ' (11 of 30)');
    assert.equal(headingAfter('lamp 29 on'), ' (11 of 30)');
  });

  it('are no longer quoted if the person strikes or rewords the line with their name, but reworded quotations stay', () => {
    const { lines } = writeNotes({ messages: thirtyPages(), mostTokens: 150, count: countRoughly });
    const quoted = ['lamp 29 on', 'lamp 28 on'];
    const quotedAfter = (edits: NotesEdits, earlier = lines): readonly string[] =>
      editedLines(earlier, edits).flatMap(({ words }) => (quoted.includes(words) ? [words] : []));
    assert.deepEqual(quotedAfter({ byKey: new Map(), retired: new Set() }), quoted);
    assert.deepEqual(quotedAfter(editOf('page29.ts written')), ['lamp 28 on']);
    assert.deepEqual(quotedAfter(editOf('page29.ts written', 'Important.')), ['lamp 28 on']);
    const at = lines.findIndex(({ words }) => words === 'lamp 29 on');
    const reworded = [
      ...editedLines(lines.slice(0, at + 1), editOf('lamp 29 on', 'Red.')),
      ...lines.slice(at),
    ];
    assert.deepEqual(quotedAfter(editOf('page29.ts written'), reworded), ['lamp 28 on']);
    const words = editedLines(reworded, editOf('page29.ts written')).map((line) => line.words);
    assert.ok(words.includes('Red.'));
  });
});

/** Returns a session in which thirty files are written, each with one line. */
function thirtyPages(): readonly SessionMessage[] {
  const files = Array.from({ length: 30 }, (_, at) => [
    call(`c${String(at)}`, 'write', {
      path: `/home/p/page${String(at)}.ts`,
      content: `lamp ${String(at)} on`,
    }),
    result(`c${String(at)}`, 'write', 'done'),
  ]);
  return sessionOf(person('Write all pages.'), ...files.flat());
}

/** Returns an edit that strikes a line, or that rewords the line if `text` is given. */
function editOf(line: string, text?: string): NotesEdits {
  const head = { kind: 'notesEdited', v: 1, id: 'e1', at: 0, on: true } as const;
  const edit: NotesEditEntry = { ...head, line, ...(text !== undefined && { text }) };
  return { byKey: new Map([[editKey(edit), edit]]), retired: new Set<string>() };
}
