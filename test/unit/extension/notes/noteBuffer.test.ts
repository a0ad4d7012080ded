import assert from 'node:assert/strict';
import { errorChanges } from '../../../../src/extension/notes/errorChanges.ts';
import { NoteBuffer, noteCompanion } from '../../../../src/extension/notes/noteBuffer.ts';

const note = (text: string, at = 0) => ({ source: 'editor' as const, at, text });

describe('notes that wait', () => {
  it('are given once, oldest first', () => {
    const buffer = new NoteBuffer();
    buffer.add(note('one'), 'a');
    buffer.add(note('two'), 'b');
    assert.deepEqual(
      buffer.drain().map(({ text }) => text),
      ['one', 'two'],
    );
    assert.deepEqual(buffer.drain(), []);
  });

  it('give way to a later one about the same thing', () => {
    const buffer = new NoteBuffer();
    buffer.add(note('line 1'), 'a.ts');
    buffer.add(note('other'), 'b.ts');
    buffer.add(note('line 9'), 'a.ts');
    assert.deepEqual(
      buffer.drain().map(({ text }) => text),
      ['other', 'line 9'],
    );
  });

  it('are never more than a hundred', () => {
    const buffer = new NoteBuffer();
    for (let index = 0; index < 500; index++) buffer.add(note(`n${index}`), String(index));
    const drained = buffer.drain();
    assert.equal(drained.length, 100);
    assert.equal(drained.at(-1)?.text, 'n499');
  });

  it('go with a message as client text, the newest twelve', () => {
    const notes = Array.from({ length: 20 }, (_, index) => note(`n${index}`));
    const part = noteCompanion(notes);
    assert.equal(part?.origin, 'client');
    assert.equal(part.text.split('\n').length, 13);
    assert.ok(part.text.endsWith('- editor: n19'));
  });

  it('go with nothing where there are none', () => {
    assert.equal(noteCompanion([]), undefined);
  });
});

describe('changes of errors', () => {
  const errors = (...entries: [string, string[]][]) => new Map(entries);

  it('tell a file in which one appeared', () => {
    assert.deepEqual(errorChanges(errors(), errors(['a.ts', ['line 3: no such name']])), [
      { path: 'a.ts', text: 'an error appeared in a.ts: line 3: no such name' },
    ]);
  });

  it('tell how many appeared beside those known', () => {
    const [change] = errorChanges(errors(['a.ts', ['x']]), errors(['a.ts', ['x', 'y', 'z']]));
    assert.equal(change?.text, '2 errors appeared in a.ts: y');
  });

  it('tell a file from which all went, and nothing of one that has fewer', () => {
    const before = errors(['a.ts', ['x']], ['b.ts', ['x', 'y']]);
    assert.deepEqual(errorChanges(before, errors(['b.ts', ['x']])), [
      { path: 'a.ts', text: 'no errors in a.ts any more' },
    ]);
  });
});
