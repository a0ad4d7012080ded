import assert from 'node:assert/strict';
import type { Draft } from '../../../../src/core/log/entry.ts';
import { liveOver, silent } from '../../../support/liveSessions.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { countWords } from '../../../support/sessionBuilder.ts';

const note: Draft = { kind: 'note', source: 'editor', text: 'a.ts' };

describe('An error in a listener', () => {
  it('is logged, and does not prevent the append or the calls of other listeners', async () => {
    const errors: string[] = [];
    const announced: string[] = [];
    const live = await liveOver(new MemoryLog(), {
      count: countWords,
      now: 7,
      logger: { ...silent, error: (text) => errors.push(text) },
    });
    const fails = (): void => {
      throw new Error('no gauge');
    };
    live.onAppend(fails);
    live.onAppend(({ id }) => announced.push(id));
    live.onReload(fails);
    live.onReload(() => announced.push('reload'));
    assert.equal((await live.append(note)).id, 'e1');
    await live.appendAll([note]);
    assert.deepEqual(announced, ['e1', 'reload']);
    assert.deepEqual(
      errors.map((text) => text.split(': ').at(-1)),
      ['no gauge', 'no gauge'],
    );
  });
});
