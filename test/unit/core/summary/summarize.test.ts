import assert from 'node:assert/strict';
import { Cancellation, neverCancelled, type CancelSignal } from '../../../../src/core/cancellation.ts';
import { ChatError } from '../../../../src/core/ports.ts';
import { createSummarize } from '../../../../src/core/summary/summarize.ts';
import { SummaryError, type SummaryFailure } from '../../../../src/core/summary/summary.ts';
import { assistant, numbered, person } from '../../../support/saidMessages.ts';
import { deaf, hanging, ScriptedModel, type ScriptedReply } from '../../../support/scriptedModel.ts';
import {
  dependencies,
  GOOD_SUMMARY,
  patient,
  quarterCount,
  requestOf,
  summarizeWith,
} from '../../../support/summaryRequests.ts';

describe('a summary', () => {
  it('is the unchanged text of the model if everything is confirmed', async () => {
    const model = new ScriptedModel([GOOD_SUMMARY]);
    const { text, tokens, figures } = await summarizeWith(model);
    assert.equal(text, GOOD_SUMMARY);
    assert.equal(tokens, quarterCount(text));
    assert.deepEqual([figures.struck, figures.added], [[], []]);
    assert.equal(figures.model, 'scripted');
    assert.equal(figures.calls, 1);
    assert.ok(figures.durationMs > 0);
  });

  it('is passed to `onText` while the model writes', async () => {
    const texts: string[] = [];
    const onText = (text: string): number => texts.push(text);
    await summarizeWith(new ScriptedModel([GOOD_SUMMARY]), requestOf({ onText }));
    assert.deepEqual(texts, [GOOD_SUMMARY]);
  });

  it('is requested without tools, with a word limit below the token limit, and with extra output tokens for thinking', async () => {
    const model = new ScriptedModel([GOOD_SUMMARY]);
    await summarizeWith(model, requestOf({ mostTokens: 400 }));
    assert.match(model.read(0), /at most 188 words/);
    assert.equal(model.requests[0]?.maxOutputTokens, 400 + 8_192);
    assert.deepEqual(model.requests[0].tools, []);
  });

  it('is never requested with a higher output limit than the model’s maximum', async () => {
    const model = new ScriptedModel([GOOD_SUMMARY], { maxOutputTokens: 200 });
    await summarizeWith(model);
    assert.equal(model.requests[0]?.maxOutputTokens, 200);
  });

  it('cites at most four messages for each list item, beginning with the message whose id the item contains', async () => {
    const { lines } = await summarizeWith(new ScriptedModel([GOOD_SUMMARY]));
    const idsOf = (needle: string): readonly string[] =>
      lines.find(({ words }) => words.includes(needle))?.ids ?? [];
    assert.equal(idsOf('Never touch')[0], 'm1');
    assert.equal(idsOf('3600')[0], 'm4');
    assert.ok(idsOf('TokenError').includes('m8'));
    assert.ok(lines.every(({ ids }) => ids.length <= 4));
    const named = `${GOOD_SUMMARY}\n- Fix the refresh loop in the auth module, see m4.`;
    const cited = await summarizeWith(new ScriptedModel([named]));
    assert.equal(cited.lines.find(({ words }) => words.includes('see m4'))?.ids[0], 'm4');
    assert.ok(
      lines.every(({ ids, words }) => ids.length === 0 || words.startsWith('- ')),
      'a line that is not a list item cites a message',
    );
  });

  it('is requested with the notes, the earlier summary and the person’s instructions', async () => {
    const model = new ScriptedModel([GOOD_SUMMARY]);
    const request = { notes: 'LEDGER LINE', earlier: 'EARLIER LINE', instructions: 'Mind the tests.' };
    await summarizeWith(model, requestOf(request));
    for (const part of ['LEDGER LINE', 'EARLIER LINE', 'Mind the tests.', 'm1 · person'])
      assert.ok(model.read(0).includes(part), part);
  });

  it('is requested with the prompt from the settings', async () => {
    const model = new ScriptedModel([GOOD_SUMMARY]);
    await summarizeWith(model, requestOf({ prompt: 'OWN PROMPT' }));
    assert.ok(model.read(0).startsWith('OWN PROMPT'));
    assert.doesNotMatch(model.read(0), /Use these headings/);
  });
});

describe('the cost of a summary', () => {
  it('is computed from the provider’s token counts and the model’s prices, including the price of cached input', async () => {
    const usage = { inputTokens: 1_000_000, cachedInputTokens: 400_000, outputTokens: 100_000 };
    const price = { input: 2, cachedInput: 0.5, output: 10 };
    const model = new ScriptedModel([{ text: GOOD_SUMMARY, usage }], { price });
    const { figures } = await summarizeWith(model);
    assert.deepEqual([figures.inputTokens, figures.outputTokens], [1_000_000, 100_000]);
    assert.ok(Math.abs((figures.cost ?? 0) - 2.4) < 1e-9);
  });

  it('is left out if the model has no price; if the provider reports no token counts, Longthread counts the tokens itself', async () => {
    const { figures } = await summarizeWith(new ScriptedModel([GOOD_SUMMARY], { supportsTools: true }));
    assert.ok(figures.inputTokens > 500);
    assert.equal(figures.outputTokens, quarterCount(GOOD_SUMMARY) + 4);
    assert.equal(figures.cost, undefined);
  });

  it('includes all calls', async () => {
    const usage = { inputTokens: 10, outputTokens: 5 };
    const model = new ScriptedModel(
      [
        { text: 'x '.repeat(2_000), usage },
        { text: GOOD_SUMMARY, usage },
      ],
      {
        price: { input: 1, output: 1 },
      },
    );
    const { figures } = await summarizeWith(model);
    assert.deepEqual([figures.calls, figures.inputTokens, figures.outputTokens], [2, 20, 10]);
    assert.ok(Math.abs((figures.cost ?? 0) - 30e-6) < 1e-9);
  });
});

describe('a session larger than the model’s window', () => {
  const long = numbered(
    person('Tidy the helpers of module alpha.'),
    ...Array.from({ length: 60 }, (_, index) =>
      assistant(`Step ${String(index)} renamed helperNumber${String(index)} in module alpha. `.repeat(12)),
    ),
  );
  const answers: ScriptedReply = (request) => {
    const read = JSON.stringify(request.messages);
    const names = [...new Set(read.match(/helperNumber\d+/g) ?? [])];
    return names
      .slice(0, 10)
      .map((name) => `- Renamed ${name}.`)
      .join('\n');
  };

  it('is summarized in parts that fit', async () => {
    const model = new ScriptedModel([answers], { window: 4_000 });
    const { figures, text } = await summarizeWith(
      model,
      requestOf({ folded: long, notes: 'A note. '.repeat(5_000), mostTokens: 300 }),
    );
    assert.ok(figures.calls > 2);
    assert.ok(text.includes('helperNumber1.'));
    for (const { messages } of model.requests) assert.ok(quarterCount(JSON.stringify(messages)) < 4_000);
    assert.ok(model.requests.some(({ messages }) => JSON.stringify(messages).includes('consecutive parts')));
  });

  it('is sent in smaller parts if the window is smaller than the model’s profile says', async () => {
    const limited: ScriptedReply = (request) =>
      JSON.stringify(request.messages).length > 30_000
        ? new ChatError('contextOverflow', 'Too long.', false)
        : (answers as (asked: typeof request) => string)(request);
    const model = new ScriptedModel([limited]);
    await summarizeWith(model, requestOf({ folded: long }));
    const sizes = model.requests.map(({ messages }) => JSON.stringify(messages).length);
    assert.ok(sizes.filter((size) => size <= 30_000).length > 1, sizes.join());
  });

  it('can’t be summarized if not even small parts fit', async () => {
    const model = new ScriptedModel([new ChatError('contextOverflow', 'Too long.', false)]);
    await assert.rejects(summarizeWith(model, requestOf({ folded: long })), isFailure('model', false));
    const tiny = new ScriptedModel([GOOD_SUMMARY], { window: 1_500 });
    await assert.rejects(summarizeWith(tiny), isFailure('model', false));
    assert.equal(tiny.requests.length, 0);
  });
});

describe('a failed summary', () => {
  const cases: readonly [what: string, reply: ScriptedReply, reason: SummaryFailure, isRetryable: boolean][] =
    [
      ['an empty answer', '', 'empty', true],
      ['an answer of only white space', ' \n ', 'empty', true],
      ['an output limit used up by thinking', { finish: 'length' }, 'empty', false],
      ['a refusal', 'I’m sorry, but I can’t help with that.', 'refused', false],
      ['a refusal in German', 'Es tut mir leid, dabei kann ich nicht helfen.', 'refused', false],
      ['a refusal in Chinese', '抱歉，我无法完成这个请求。', 'refused', false],
      ['a filtered answer', { text: 'The', finish: 'filtered' }, 'refused', false],
      ['a filtered answer without text', { finish: 'filtered' }, 'refused', false],
      ['a refusal by the endpoint', new ChatError('refused', 'No.', false), 'refused', false],
      ['an unreachable endpoint', new ChatError('unreachable', 'Not there.', true), 'model', true],
      ['a wrong key', new ChatError('unauthorized', 'Wrong key.', false), 'model', false],
      ['a time-out in the adapter', new ChatError('timeout', 'Silence.', true), 'timeout', true],
      ['an error in the adapter', new Error('broken'), 'model', false],
      [
        'a completely invented answer',
        'Deployed to `prod.example.com:8443` with 99 replicas.',
        'unverified',
        true,
      ],
      ['an answer of only headings', '## Original request\n## Next step\n- None.', 'unverified', true],
    ];
  for (const [what, reply, reason, isRetryable] of cases) {
    it(`reports the reason “${reason}” after ${what}`, async () => {
      await assert.rejects(summarizeWith(new ScriptedModel([reply])), isFailure(reason, isRetryable));
    });
  }

  const busy = new ChatError('rateLimited', 'Wait.', true, { retryAfterMs: 20_000 });
  const down = new ChatError('unreachable', 'Not there.', true);

  it('is retried after the pause that the endpoint requests, or after a default pause', async () => {
    const pauses: number[] = [];
    const sleep = (ms: number, signal: CancelSignal): Promise<void> => {
      pauses.push(ms);
      return patient(ms, signal);
    };
    const model = new ScriptedModel([busy, down, GOOD_SUMMARY]);
    const summary = await createSummarize(dependencies(model, { sleep }))(requestOf(), neverCancelled);
    assert.match(summary.text, /refresh loop/);
    const [deadline = 0, ...between] = pauses.toSorted((a, b) => b - a);
    assert.deepEqual([deadline, between], [180_000, [20_000, 4_000]]);
    assert.equal(summary.figures.calls, 1);
  });

  it('is tried at most four times, or once if a retry can’t help', async () => {
    for (const [error, asked] of [
      [down, 4],
      [new ChatError('unauthorized', 'Wrong key.', false), 1],
    ] as const) {
      const model = new ScriptedModel([error]);
      const summarize = createSummarize(dependencies(model));
      await assert.rejects(summarize(requestOf(), neverCancelled), isFailure('model', error === down));
      assert.equal(model.requests.length, asked);
    }
  });

  it('is not retried if the model’s answer was empty', async () => {
    const model = new ScriptedModel(['']);
    const summarize = createSummarize(dependencies(model));
    await assert.rejects(summarize(requestOf(), neverCancelled), isFailure('empty', true));
    assert.equal(model.requests.length, 1);
  });

  it('reports the reason “model” if the stream broke off', async () => {
    const model = new ScriptedModel([]);
    const broken = {
      profile: model.profile,
      stream: async function* () {
        await Promise.resolve();
        yield { type: 'text' as const, text: 'The' };
      },
    };
    await assert.rejects(
      createSummarize({ ...dependencies(model), model: broken })(requestOf(), neverCancelled),
      isFailure('model', true),
    );
  });

  it('reports the reason “notSmaller” if the summary is not smaller than the replaced text', async () => {
    const folded = numbered(person('Fix it.'));
    const model = new ScriptedModel([
      'Fix it. The work goes on with the same aim as before and nothing else.',
    ]);
    await assert.rejects(summarizeWith(model, requestOf({ folded })), isFailure('notSmaller', false));
  });

  for (const reply of [hanging, deaf]) {
    it(`reports the reason “timeout” if the model takes too long (the model hangs ${reply.hangs})`, async () => {
      const sleep = (ms: number): Promise<void> => (assert.equal(ms, 9_000), Promise.resolve());
      const deps = { ...dependencies(new ScriptedModel([reply])), sleep, timeoutMs: 9_000 };
      await assert.rejects(createSummarize(deps)(requestOf(), neverCancelled), isFailure('timeout', true));
    });

    it(`reports the reason “cancelled” if the person stopped the summary (the model hangs ${reply.hangs})`, async () => {
      const cancellation = new Cancellation();
      const running = summarizeWith(new ScriptedModel([reply]), requestOf(), cancellation.signal);
      cancellation.cancel();
      await assert.rejects(running, isFailure('cancelled', false));
    });
  }

  it('sends no request if it was stopped before it began', async () => {
    const cancellation = new Cancellation();
    cancellation.cancel();
    const model = new ScriptedModel([GOOD_SUMMARY]);
    await assert.rejects(
      summarizeWith(model, requestOf(), cancellation.signal),
      isFailure('cancelled', false),
    );
    assert.equal(model.requests.length, 0);
  });
});

function isFailure(reason: SummaryFailure, isRetryable: boolean): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof SummaryError, String(error));
    assert.deepEqual([error.reason, error.isRetryable, error.model], [reason, isRetryable, 'scripted']);
    assert.notEqual(error.message, '');
    return true;
  };
}
