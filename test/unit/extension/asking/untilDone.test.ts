import assert from 'node:assert/strict';
import { untilDone, type Again } from '../../../../src/extension/asking/untilDone.ts';

/** Returns a person who types these texts and then closes the input box, and a record of what the box showed. */
function person(...texts: readonly string[]) {
  const shown: (Again | undefined)[] = [];
  const rest = [...texts];
  const ask = (again: Again | undefined): Promise<string> => {
    shown.push(again);
    const typed = rest.shift();
    return typed === undefined ? Promise.reject(new Error('closed')) : Promise.resolve(typed);
  };
  return { ask, shown };
}

/** Returns work that fails the given number of times and then succeeds, and the texts that the work received. */
function work(times: number) {
  const done: string[] = [];
  const run = (typed: string): Promise<number> => {
    if (done.push(typed) <= times) return Promise.reject(new Error('The disk is full.'));
    return Promise.resolve(done.length);
  };
  return { done, run };
}

describe('The input box for an operation', () => {
  it('is shown once if the operation succeeds', async () => {
    const [{ ask, shown }, { run }] = [person('a question'), work(0)];
    assert.equal(await untilDone(ask, run), 1);
    assert.deepEqual(shown, [undefined]);
  });

  it('is shown again with the text and the reason each time the operation fails', async () => {
    const [{ ask, shown }, { done, run }] = [person('a question', 'a question!', 'a question?'), work(2)];
    assert.equal(await untilDone(ask, run), 3);
    assert.deepEqual(done, ['a question', 'a question!', 'a question?']);
    assert.deepEqual(shown, [
      undefined,
      { value: 'a question', prompt: 'The disk is full.' },
      { value: 'a question!', prompt: 'The disk is full.' },
    ]);
  });

  it('is not shown again after the person has closed the box', async () => {
    const [{ ask, shown }, { run }] = [person('a question'), work(9)];
    await assert.rejects(untilDone(ask, run), /closed/u);
    assert.equal(shown.length, 2);
  });

  it('is not shown again if the text is empty and the operation fails', async () => {
    const [{ ask, shown }, { run }] = [person(' '), work(9)];
    await assert.rejects(untilDone(ask, run), /The disk is full/u);
    assert.equal(shown.length, 1);
  });
});
