import assert from 'node:assert/strict';
import { atOnce, mapInSteps, withPauses, type Steps } from '../../../src/core/steps.ts';

/** Returns by how much `done` grows in each step. */
function workOfSteps(steps: Steps<unknown>, done: () => number): readonly number[] {
  const works: number[] = [];
  let before = 0;
  for (let ended = false; !ended;) {
    ended = steps.next().done === true;
    works.push(done() - before);
    before = done();
  }
  return works;
}

describe('Work in steps', () => {
  const items = Array.from({ length: 1_200 }, (_, at) => at);

  it('gives the same result as the same work without pauses', async () => {
    const doubled = (): Steps<number[]> => mapInSteps(items, (item) => item * 2);
    assert.deepEqual(
      atOnce(doubled()),
      items.map((item) => item * 2),
    );
    assert.deepEqual(await withPauses(doubled(), async () => undefined), atOnce(doubled()));
  });

  it('ends a step after 500 items or 200,000 characters', () => {
    let read = 0;
    const look = (): void => void (read += 1);
    assert.deepEqual(
      workOfSteps(mapInSteps(items, look), () => read),
      [500, 500, 200],
    );
    read = 0;
    const large = workOfSteps(
      mapInSteps(items.slice(0, 10), look, () => 100_000),
      () => read,
    );
    assert.deepEqual(large, [2, 2, 2, 2, 2, 0]);
  });

  it('stops when a pause throws an error', async () => {
    let [pauses, read] = [0, 0];
    const steps = (): Steps<unknown> => mapInSteps(items, () => (read += 1));
    const pausing = async (): Promise<void> => {
      pauses += 1;
      if (pauses > 3) throw new Error('stopped');
    };
    await withPauses(steps(), pausing);
    assert.equal(pauses, 2);
    read = 0;
    await assert.rejects(
      withPauses(steps(), pausing).then(() => withPauses(steps(), pausing)),
      /stopped/u,
    );
    assert.equal(read, 1_000);
  });
});
