import assert from 'node:assert/strict';
import { namesIn } from '../../../../src/core/text/names.ts';
import { startStandInEndpoint } from '../../../bench/replay/peers/standInEndpoint.ts';
import { StandInSummarizer } from '../../../bench/replay/peers/standInSummarizer.ts';

const count = (text: string): number => Math.ceil(text.length / 4);

describe('The stand-in for a summarizer', () => {
  it('writes a text of the length of a summary, without any names', () => {
    const text = new StandInSummarizer(count).write('Sum up src/a.ts.');
    assert.ok(Math.abs(count(text) - 3_000) < 100);
    assert.deepEqual(namesIn(text), []);
  });

  it('counts the calls and the tokens of all texts in a prompt, until `take` resets the counts', () => {
    const summarizer = new StandInSummarizer(count);
    summarizer.write({
      system: 'abcd',
      messages: [{ content: [{ text: 'efgh' }] }],
      maxTokens: 9,
      tools: null,
    });
    const { calls, inputTokens } = summarizer.take();
    assert.deepEqual([calls, inputTokens], [1, count('abcd\nefgh')]);
    assert.deepEqual(summarizer.take(), { calls: 0, inputTokens: 0, outputTokens: 0 });
  });
});

describe('The stand-in for an endpoint', () => {
  it('streams the answer to the messages that it received', async () => {
    const asked: unknown[] = [];
    const endpoint = await startStandInEndpoint((messages) => {
      asked.push(messages);
      return 'As asked.';
    });
    try {
      const response = await fetch(`${endpoint.url}/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({ model: 'none', messages: [{ role: 'user', content: 'Sum up.' }] }),
      });
      const text = await response.text();
      assert.match(text, /"content":"As asked\."/);
      assert.ok(text.endsWith('data: [DONE]\n\n'));
      assert.deepEqual(asked, [[{ role: 'user', content: 'Sum up.' }]]);
    } finally {
      await endpoint.close();
    }
  });
});
