import assert from 'node:assert/strict';
import type { ChatDelta, ChatRequest } from '../../../../src/core/ports.ts';
import { ScriptedModel } from '../../../support/scriptedModel.ts';
import { GOOD_SUMMARY, quarterCount, requestOf, summarizeWith } from '../../../support/summaryRequests.ts';

/** A model that answers each request with the next text, word by word. Counts the words that were read. */
class WordByWord extends ScriptedModel {
  words = 0;
  readonly #thoughts: string;
  readonly #texts: readonly string[];

  constructor(thoughts: string, texts: readonly string[]) {
    super(['']);
    this.#thoughts = thoughts;
    this.#texts = texts;
  }

  override async *stream(request: ChatRequest): AsyncIterable<ChatDelta> {
    const text = this.#texts[Math.min(this.requests.length, this.#texts.length - 1)] ?? '';
    this.requests.push(request);
    await Promise.resolve();
    for (const word of this.#thoughts.split(/(?<= )/u)) yield { type: 'reasoning', text: word };
    for (const word of text.split(/(?<= )/u)) {
      this.words += 1;
      yield { type: 'text', text: word };
    }
    yield { type: 'finish', reason: 'stop' };
  }
}

describe('the limit on the length of a summary', () => {
  it('does not apply to thinking, but thinking counts as output', async () => {
    const model = new WordByWord('so then '.repeat(2_000), [GOOD_SUMMARY]);
    const { text, figures } = await summarizeWith(model, requestOf({ mostTokens: 400 }));
    assert.equal(text, GOOD_SUMMARY);
    assert.equal(figures.calls, 1);
    assert.ok(figures.outputTokens > 4_000, 'thinking is not counted as output');
  });

  it('is checked while the model writes', async () => {
    const model = new WordByWord('', ['on and on and '.repeat(10_000), GOOD_SUMMARY]);
    const { tokens, figures } = await summarizeWith(model, requestOf({ mostTokens: 400 }));
    assert.ok(tokens <= 400);
    assert.equal(figures.calls, 2, 'the model was not asked exactly once more');
    assert.ok(model.words < 1_000, String(model.words));
  });

  it('leaves room for thinking even in a small window', async () => {
    const model = new ScriptedModel([GOOD_SUMMARY], { window: 16_000 });
    await summarizeWith(model, requestOf({ mostTokens: 400 }));
    assert.equal(model.requests[0]?.maxOutputTokens, 400 + 2_000);
    assert.ok(quarterCount(GOOD_SUMMARY) <= 400);
  });
});
