import assert from 'node:assert/strict';
import { inFull, readContent } from '../../../support/transcriptFiles.ts';

const STATE = '(Open file: n/a)\n(Current directory: /lamp)\nbash-$';
const system = { role: 'system', content: 'You solve issues.', agent: 'primary' };

async function read(history: readonly object[]): Promise<readonly string[]> {
  const { messages } = await readContent(JSON.stringify({ history, trajectory: [] }));
  return messages.map(inFull);
}

describe('SWE-agent’s task', () => {
  it('is the text before the shell’s state, but only in the first message', async () => {
    const messages = await read([
      system,
      { role: 'user', content: `The lamp is dark.\n\n${STATE}`, agent: 'primary' },
      { role: 'assistant', content: 'I look.', agent: 'primary' },
      { role: 'user', content: `a.py\n${STATE}`, agent: 'primary' },
    ]);
    assert.deepEqual(messages.slice(1), [
      `user: The lamp is dark.\n | <environment: \n${STATE}>`,
      'assistant: I look.',
      `user: <observation: a.py\n${STATE}>`,
    ]);
  });

  it('is attributed completely to the person if the task begins with the content of a file', async () => {
    const shown = '[File: /lamp/a.py (2 lines total)]\n1:power = 0';
    const messages = await read([system, { role: 'user', content: shown, agent: 'primary' }]);
    assert.deepEqual(messages.slice(1), [`user: ${shown}`]);
  });
});
