import assert from 'node:assert/strict';
import { isLeftOutOf, writeNotes, type Notes } from '../../../../src/core/record/notes.ts';
import type { SessionMessage } from '../../../../src/core/log/session.ts';
import { assistant, call, countRoughly, person, result, sessionOf } from './sessionOf.ts';

const notesOf = (messages: readonly SessionMessage[], mostTokens = 1_000): Notes =>
  writeNotes({ messages, mostTokens, count: countRoughly });

describe('the notes', () => {
  it('show a repeated message of the person once, unless the person wrote another message in between', () => {
    const again = [person('Start the server.'), assistant('It does not start.')];
    const messages = sessionOf(...again, ...again, person('Stop.'), person('Start the server.'));
    const { text, lines } = notesOf(messages);
    assert.equal(text.split('You: Start the server.').length, 3);
    assert.match(text, /^m3 You: Start the server\.$/mu);
    assert.deepEqual(lines.find(({ ids }) => ids.includes('m3'))?.ids, ['m1', 'm3']);
  });

  it('leave out a message if the person’s next message begins with the same text, unless this text is short', () => {
    const first = 'Log it where the counting of lines fails, so that one sees why.';
    const more = `${first} And tell what was counted.`;
    const said = [person(first), assistant('Where?'), person(more), person('Yes.'), person('Yes. Go on.')];
    const { text, lines } = notesOf(sessionOf(...said));
    assert.equal(text.split(first).length, 2);
    assert.deepEqual(lines.find(({ ids }) => ids.includes('m3'))?.ids, ['m1', 'm3']);
    assert.match(text, /^m4 You: Yes\.$/mu);
  });

  it('do not mark a change as uncommitted after a commit in a later message', () => {
    const editOf = (id: string) => [
      call(id, 'edit', { path: `${id}.ts`, old_string: 'a', new_string: 'b' }),
      result(id, 'edit', 'done'),
    ];
    const commitOf = (id: string) => [
      call(id, 'bash', { command: 'git commit -am x' }),
      result(id, 'bash', '', 0),
    ];
    const all = sessionOf(
      person('Go.'),
      ...editOf('c1'),
      ...commitOf('c2'),
      ...editOf('c3'),
      ...commitOf('c4'),
    );
    const textWith = (later: readonly SessionMessage[]): string =>
      writeNotes({ messages: all.slice(0, -2), later, mostTokens: 500, count: countRoughly }).text;
    assert.match(textWith([]), /c3\.ts edited, not committed/u);
    assert.match(textWith(all.slice(-2)), /c3\.ts edited$/mu);
  });

  it('list a failed edit as a failure, not as an edit', () => {
    const { text } = notesOf(
      sessionOf(
        person('Go.'),
        ...[call('c1', 'edit', { path: '/home/p/a.ts', old_string: 'a', new_string: 'b' })],
        result('c1', 'edit', 'The disk is full.', 1),
        ...[call('c2', 'edit', { path: '/home/p/b.ts', old_string: 'a', new_string: 'b' })],
        result('c2', 'edit', 'done'),
      ),
    );
    assert.doesNotMatch(text, /a\.ts edited/u);
    assert.match(text, /b\.ts edited/u);
    assert.match(text, /a\.ts → failed\n {2}> The disk is full\.$/mu);
  });

  it('do not report success of a command whose output shows failures', () => {
    const run = (id: string, output: string) => [
      call(id, 'bash', { command: `npm test ${id} | tail` }),
      result(id, 'bash', output, 0),
    ];
    const { text } = notesOf(sessionOf(person('Go.'), ...run('c1', '2 failed'), ...run('c2', '3 passed')));
    assert.match(text, /^m3: npm test c1 → ended\n {2}> 2 failed$/mu);
    assert.match(text, /^m5: npm test c2 → ok\n {2}> 3 passed$/mu);
  });

  it('first leave out the model’s announcements of its next steps if there is little room', () => {
    const found = 'The lock of the indexer is never closed, since its owner exits early.';
    const next = 'Now I will look for other places that might have that same fault.';
    const both = [
      { type: 'text', text: `${found}\n\n${next}` },
      { type: 'toolCall', callId: 'c1', name: 'grep', arguments: '{"query":"lock"}' },
    ] as const;
    const messages = sessionOf(
      person('Why does it hang?'),
      { role: 'assistant', parts: both },
      result('c1', 'grep', ''),
    );
    assert.match(notesOf(messages, 60).text, /^m2: The lock of the indexer.* …$/mu);
  });
});

describe('The search for omitted texts', () => {
  it('reads each passage only once, even if many texts are searched for', () => {
    let reads = 0;
    const piece = (text: string) => ({ text, line: 0, place: 0, isCode: false, tokens: 1 });
    const pieces = [piece('noted'), piece('left out')];
    const passages = Array.from({ length: 100 }, (_, at) => ({
      id: `m${String(at)}`,
      answers: { id: `m${String(at)}`, text: '' },
      get pieces() {
        reads += 1;
        return pieces;
      },
    }));
    const share = { chosen: pieces.slice(0, 1), tokens: 1 };
    const isLeftOut = isLeftOutOf([{ passages }], { sections: [passages.map(() => share)] });
    const answers = passages.map(({ id }) => [
      isLeftOut(id, 'noted'),
      isLeftOut(id, 'left out'),
      isLeftOut(id, 'other'),
    ]);
    assert.deepEqual(
      answers,
      passages.map(() => [false, true, false]),
    );
    assert.equal(reads, 100);
  });
});
