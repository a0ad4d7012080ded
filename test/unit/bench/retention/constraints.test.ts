import assert from 'node:assert/strict';
import { heldSentences, plantConstraints } from '../../../bench/retention/constraints.ts';
import { call, result, user } from './messages.ts';

const past = Array.from({ length: 20 }, (_, index) => [
  user(`question ${String(index)}`),
  call(`c${String(index)}`, {}),
  result(`c${String(index)}`, 'ok'),
]).flat();
const sentences = Array.from({ length: 12 }, (_, index) => `Never do thing ${String(index)}.`);

describe('planted constraints', () => {
  const planted = plantConstraints(past, sentences, 3);

  it('are eight messages by the person in the older part of the past', () => {
    assert.equal(planted.sentences.length, 8);
    const places = planted.sentences.map((sentence) =>
      planted.past.findIndex(({ message }) =>
        message.parts.some((part) => part.type === 'text' && part.text === sentence),
      ),
    );
    assert.ok(places.every((place) => place >= 0 && place < past.length * 0.6 + 8));
  });

  it('never come between a call and its result', () => {
    for (const [index, { message }] of planted.past.entries()) {
      if (message.role === 'tool') assert.equal(planted.past[index - 1]?.message.role, 'assistant');
    }
  });

  it('are at the same places on every run with the same seed', () => {
    assert.deepEqual(plantConstraints(past, sentences, 3), planted);
    assert.notDeepEqual(plantConstraints(past, sentences, 4), planted);
  });

  it('count as kept only if the context contains them word for word, except for white space', () => {
    const item = (content: string) => ({ role: 'user', content, treatment: 'notes' });
    assert.deepEqual(
      heldSentences(['Never do\nit.', 'Always do it.'], [item('- Never do it. Do it always.')]),
      ['Never do\nit.'],
    );
  });
});
