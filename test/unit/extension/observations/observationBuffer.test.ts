import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import {
  maskedLines,
  ObservationBuffer,
  observationCompanion,
  observedLine,
  type EditorObservation,
} from '../../../../src/extension/observations/observationBuffer.ts';

const note = (text: string, at = 0) => ({ source: 'editor' as const, at, text });

/** Writes all observations of the buffer and returns their texts. */
async function drained(buffer: ObservationBuffer): Promise<readonly string[]> {
  const written: string[] = [];
  const write = ({ text }: EditorObservation): Promise<unknown> => Promise.resolve(written.push(text));
  await buffer.writeAll({ mask: (notes) => Promise.resolve(notes), write });
  return written;
}

describe('the buffer of observations', () => {
  it('shortens an observation to one line of at most 240 characters', () => {
    assert.deepEqual(observedLine('ran:\n  make'), { text: 'ran: make', after: '' });
    assert.equal(observedLine('x'.repeat(300)).text, 'x'.repeat(240));
  });

  it('masks the secrets in an observation, even a secret that is cut off', async () => {
    const lines = [
      `${'x '.repeat(105)}ghp_${'A1b2C3d4E5'.repeat(3)}f6G7h8 and more`,
      `${'x '.repeat(105)}password = "vT9#q Lw2!x Zr8@m Kp4$n" and more`,
    ].map(observedLine);
    for (const line of await maskedLines(lines, new SecretRedactor()))
      assert.match(line, /^(?:x )+(?:password = )?"?\[secret: [^\]]+\]$/u);
  });

  it('returns each observation only once, oldest first', async () => {
    const buffer = new ObservationBuffer();
    buffer.add(note('one'), 'a');
    buffer.add(note('two'), 'b');
    assert.deepEqual(await drained(buffer), ['one', 'two']);
    assert.deepEqual(await drained(buffer), []);
  });

  it('replaces an observation by a later observation with the same source and subject', async () => {
    const buffer = new ObservationBuffer();
    buffer.add(note('line 1'), 'a.ts');
    buffer.add(note('other'), 'b.ts');
    buffer.add(note('line 9'), 'a.ts');
    assert.deepEqual(await drained(buffer), ['other', 'line 9']);
  });

  it('returns the observations sorted by time, even if they were added in another order', async () => {
    const buffer = new ObservationBuffer();
    for (const [text, at] of [
      ['old', 1],
      ['new', 3],
      ['late', 2],
      ['also late', 2],
    ] as const)
      buffer.add(note(text, at), text);
    assert.deepEqual(await drained(buffer), ['old', 'late', 'also late', 'new']);
  });

  it('keeps only the newest hundred observations', async () => {
    const buffer = new ObservationBuffer();
    for (let index = 0; index < 500; index++) buffer.add(note(`n${index}`), String(index));
    const written = await drained(buffer);
    assert.equal(written.length, 100);
    assert.equal(written.at(-1), 'n499');
  });

  it('keeps the unwritten observations, and those added in the meantime, if a write fails', async () => {
    const buffer = new ObservationBuffer();
    for (const text of ['one', 'two', 'three']) buffer.add(note(text), text);
    const write = ({ text }: EditorObservation): Promise<void> => {
      if (text !== 'TWO') return Promise.resolve();
      buffer.add(note('four'), 'four');
      return Promise.reject(new Error('The disk is full.'));
    };
    const mask = (notes: readonly EditorObservation[]): Promise<readonly EditorObservation[]> =>
      Promise.resolve(notes.map(({ text }) => note(text.toUpperCase())));
    await assert.rejects(buffer.writeAll({ mask, write }), /full/);
    assert.deepEqual(await drained(buffer), ['two', 'three', 'four']);
  });

  it('sends only the newest observations with a message, as a text of the client', () => {
    const notes = Array.from({ length: 20 }, (_, index) => note(`n${index}`));
    const part = observationCompanion(notes, 12);
    assert.equal(part?.origin, 'client');
    assert.equal(part.text.split('\n').length, 13);
    assert.ok(part.text.endsWith('- editor: n19'));
    assert.equal(observationCompanion(notes, 3)?.text.split('\n').length, 4);
  });

  it('adds no part to a message if there are no observations', () => {
    assert.equal(observationCompanion([], 12), undefined);
  });
});
