import assert from 'node:assert/strict';
import { Cancellation, neverCancelled } from '../../../../src/core/cancellation.ts';
import { languageAnswers } from '../../../../src/extension/tools/languageAnswers.ts';

describe('The answer of a language server', () => {
  /** Returns servers that give these answers one after another. */
  function servers(...answers: readonly (readonly string[] | undefined)[]): {
    readonly ask: () => Promise<readonly string[] | undefined>;
    readonly asked: () => number;
  } {
    let asked = 0;
    return { ask: () => Promise.resolve(answers[asked++]), asked: () => asked };
  }

  it('is requested until it is not empty, but only once if the same question had an answer before', async () => {
    const starting = servers(undefined, [], ['tide']);
    assert.deepEqual(await languageAnswers('a', starting.ask, neverCancelled), ['tide']);
    assert.equal(starting.asked(), 3);
    const empty = servers([]);
    assert.deepEqual(await languageAnswers('a', empty.ask, neverCancelled), []);
    assert.equal(empty.asked(), 1);
  });

  it('is requested only once if the tool call was stopped', async () => {
    const stop = new Cancellation();
    stop.cancel();
    const silent = servers();
    assert.deepEqual(await languageAnswers('b', silent.ask, stop.signal), []);
    assert.equal(silent.asked(), 1);
  });
});
