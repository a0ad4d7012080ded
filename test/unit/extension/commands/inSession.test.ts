import assert from 'node:assert/strict';
import { inSession } from '../../../../src/extension/commands/inSession.ts';

describe('A button of an answer in a chat', () => {
  async function whatHappens(asked: readonly unknown[]): Promise<readonly unknown[]> {
    const happened: unknown[] = [];
    const [own, agents] = [{ id: 'own' }, { id: 'agents' }];
    const acting = {
      current: own,
      choices: [own, agents],
      choose: ({ id }: { id: string }) => happened.push(['choose', id]),
    } as unknown as Parameters<typeof inSession>[1]['acting'];
    await inSession(asked, { acting, run: (...ran) => happened.push(ran) });
    return happened;
  }

  it('acts on the session of the answer', async () => {
    assert.deepEqual(await whatHappens(['agents', 'longthread.undoCompaction', true]), [
      ['choose', 'agents'],
      ['longthread.undoCompaction', true],
    ]);
    assert.deepEqual(await whatHappens(['own', 'longthread.addRule']), [['longthread.addRule']]);
  });

  it('reports an error if the session is no longer open', async () => {
    await assert.rejects(whatHappens(['gone', 'longthread.undoCompaction']), /not open in this window/);
  });

  it('runs only commands that an answer may offer', async () => {
    await assert.rejects(whatHappens(['own', 'workbench.action.quit']));
  });
});
