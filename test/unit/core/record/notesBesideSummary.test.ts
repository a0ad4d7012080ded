import assert from 'node:assert/strict';
import { writeNotes, type Notes, type NotesRequest } from '../../../../src/core/record/notes.ts';
import type { SummaryBeside } from '../../../../src/core/record/sections.ts';
import { assistant, call, countRoughly, person, result, sessionOf } from './sessionOf.ts';

const long = sessionOf(
  ...Array.from({ length: 30 }, (_, turn) => [
    person(`Please see to the moorings of harbour ${String(turn)}${', and to its lamps'.repeat(6)}.`),
    assistant(`Looking at harbour ${String(turn)} first. ${'The others lean on it. '.repeat(6)}`),
    call(`e${String(turn)}`, 'edit', {
      path: `src/harbour${String(turn)}.ts`,
      old_string: 'const lamps = 0;',
      new_string: `const lamps = ${String(turn + 1)};\n${'light(lamps);\n'.repeat(20)}`,
    }),
    result(`e${String(turn)}`, 'edit', 'done'),
    call(`b${String(turn)}`, 'bash', { command: `npm test -- harbour${String(turn)}` }),
    result(`b${String(turn)}`, 'bash', 'Error: no light\n1 failing', 1),
    assistant(`Harbour ${String(turn)} has its lamps. ${'It holds now. '.repeat(10)}`),
  ]).flat(),
);

const notes = (change: Partial<NotesRequest>): Notes =>
  writeNotes({ messages: long, mostTokens: 2_000, count: countRoughly, ...change });
/** Returns a summary that is not written yet. `aloneTokens` is the budget of notes without a summary. */
const pendingSummary = (aloneTokens = 2_000): SummaryBeside => ({ aloneTokens });
const writtenSummary = (text: string, tokens: number, aloneTokens: number): SummaryBeside => ({
  aloneTokens,
  written: { text, tokens },
});
const section = ({ text }: Notes, title: string): string =>
  new RegExp(`## ${title}(?: \\(\\d+ of \\d+\\))?\\n((?:(?!## )[^\\n]*\\n?)*)`, 'u').exec(text)?.[1] ?? '';

describe('the notes beside a model’s summary', () => {
  it('quote the same words of the person as notes without a summary, but not the assistant’s words', () => {
    const alone = section(notes({}), 'Story');
    const byPerson = alone.split('\n').filter((line) => line.includes(' You: '));
    const written = notes({ summary: pendingSummary() });
    assert.deepEqual(section(written, 'Story').trim().split('\n'), byPerson);
    assert.doesNotMatch(written.text, /Looking at|has its lamps/);
    assert.ok(written.tokens < notes({}).tokens * 0.7, String(written.tokens));
  });

  it('list the state within about 8% of the budget, and the files within about 10%', () => {
    const written = notes({ summary: pendingSummary() });
    for (const title of ['State, newest first', 'Files, newest first'])
      assert.notEqual(section(written, title), '', title);
    assert.ok(countRoughly(section(written, 'State, newest first')) <= 2_000 * 0.08 + 20);
    assert.ok(countRoughly(section(written, 'Files, newest first')) <= 2_000 * 0.1 + 20);
  });

  it('take only the necessary room', () => {
    const short = long.slice(0, 7);
    const written = notes({ messages: short, summary: pendingSummary() });
    assert.ok(written.tokens < 400, String(written.tokens));
  });

  it('quote the assistant’s words if a short summary leaves room', () => {
    const brief = notes({ mostTokens: 1_800, summary: writtenSummary('All is lit.', 200, 2_000) });
    assert.match(brief.text, /has its lamps/);
    assert.ok(brief.tokens > 1_400 && brief.tokens <= 1_800, String(brief.tokens));
  });

  it('prefer text that the summary does not contain', () => {
    const [loop, wire] = [
      'The refresh loop came from the renewal of tokens that had expired in storage overnight.',
      'The lamps were mended with copper wire that a ship from Cadiz had brought along.',
    ];
    const messages = sessionOf(person('Go.'), assistant(loop), assistant(wire), assistant('Done.'));
    const textBeside = (text: string): string =>
      notes({ messages, mostTokens: 70, summary: writtenSummary(text, 30, 70) }).text;
    assert.match(textBeside(loop), /copper wire/);
    assert.doesNotMatch(textBeside(loop), /refresh loop/);
    assert.match(textBeside(wire), /refresh loop/);
  });

  it('omit an open plan that is older than the newest two requests', () => {
    const todos = [{ content: 'Mend the lamps', status: 'in_progress' }];
    const planned = [person('Begin.'), call('p', 'todo_write', { todos }), result('p', 'todo_write', 'ok')];
    const textAfter = (...later: readonly string[]): string =>
      notes({ messages: sessionOf(...planned, ...later.map(person)), summary: pendingSummary() }).text;
    assert.match(textAfter('Go on.'), /in progress: Mend the lamps/);
    assert.doesNotMatch(textAfter('Go on.', 'And now the sails.'), /Mend the lamps/);
  });
});
