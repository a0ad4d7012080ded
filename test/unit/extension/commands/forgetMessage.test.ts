import assert from 'node:assert/strict';
import type { FileStep } from '../../../../src/core/tools/fileSteps.ts';
import { forgetMessage } from '../../../../src/extension/commands/forgetMessage.ts';

type Session = Parameters<typeof forgetMessage>[0];
type Copies = Parameters<typeof forgetMessage>[2];

/** Returns a session with one message, the stores with copies of its text, and a list of what was removed. */
function remembered(refusal?: Error): { session: Session; elsewhere: Copies; gone: readonly string[] } {
  const gone: string[] = [];
  let text = 'The key is under the mat.';
  const live = {
    id: 's1',
    session: { allMessages: [] },
    message: () => ({ message: { role: 'user', parts: [{ type: 'text', text }] } }),
    forget: (id: string) => {
      if (refusal !== undefined) return Promise.reject(refusal);
      text = '';
      gone.push(`text of ${id}`);
      return Promise.resolve();
    },
  };
  const step = { message: 'm2', change: 'm2/c1', file: 'a.ts', before: { kind: 'absent' as const } };
  const elsewhere = {
    files: {
      forget: (id: string, isChosen: (each: FileStep) => boolean) => {
        const chosen = ['m3', 'm9'].map((turn) => isChosen({ ...step, turn }));
        gone.push(`files of ${id}: ${chosen.join()}`);
        return Promise.resolve();
      },
    },
    memories: { forgetFrom: (id: string) => Promise.resolve(gone.push(`memories of ${id}`)) },
    recalls: { forget: (words: string) => Promise.resolve(gone.push(`recalls of ${words}`)) },
  };
  return { session: { live } as unknown as Session, elsewhere: elsewhere as unknown as Copies, gone };
}

describe('Forgetting a message', () => {
  it('removes the text from the log before the copies', async () => {
    const { session, elsewhere, gone } = remembered();
    await forgetMessage(session, 'm3', elsewhere);
    assert.deepEqual(gone, [
      'text of m3',
      'files of s1: true,false',
      'recalls of The key is under the mat.',
      'memories of m3',
    ]);
  });

  it('removes the text, the copies of files and the recalls even if the memories can’t be changed', async () => {
    const { session, elsewhere, gone } = remembered();
    const forgetFrom = () => Promise.reject(new Error('a newer version has them'));
    const forgetting = forgetMessage(session, 'm3', { ...elsewhere, memories: { forgetFrom } });
    await assert.rejects(forgetting, /a newer version has them/u);
    assert.equal(gone.length, 3);
  });

  it('removes nothing if the log can’t be written', async () => {
    const { session, elsewhere, gone } = remembered(new Error('another window has it'));
    await assert.rejects(forgetMessage(session, 'm3', elsewhere), /another window has it/u);
    assert.deepEqual(gone, []);
  });
});
