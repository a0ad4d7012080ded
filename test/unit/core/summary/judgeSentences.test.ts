import assert from 'node:assert/strict';
import { atOnce } from '../../../../src/core/steps.ts';
import {
  writtenLinesOf,
  UNCONFIRMED,
  type WrittenSentence,
} from '../../../../src/core/summary/writtenLines.ts';
import { judgeMessages, judgementsIn } from '../../../../src/core/summary/judgeSentences.ts';
import { createSummarize } from '../../../../src/core/summary/summarize.ts';
import type { Summary } from '../../../../src/core/summary/summary.ts';
import { Cancellation, neverCancelled } from '../../../../src/core/cancellation.ts';
import { ChatError } from '../../../../src/core/ports.ts';
import { sectionsOf } from '../../../../src/core/summary/writtenByModel.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { assistant, calls, numbered, person, result } from '../../../support/saidMessages.ts';
import { ScriptedModel, type ScriptedReply } from '../../../support/scriptedModel.ts';
import { dependencies, quarterCount, requestOf, summarizeWith } from '../../../support/summaryRequests.ts';

const DRAFT = `## Requests
- Stop the loop in the auth module.
## What was done
- The loop came from renew. The expiry was long. Nobody ran a linter.`;

function sentence(text: string, isPersons = false): WrittenSentence {
  return { text, isPersons, isSteering: false, isUnconfirmed: false };
}

describe('a model’s check of a summary', () => {
  const judged = (answer: ScriptedReply, draft = DRAFT): Promise<Summary> => {
    const deps = { ...dependencies(new ScriptedModel([draft, answer])), checksItself: true };
    return createSummarize(deps)(requestOf(), neverCancelled);
  };

  it('strikes false sentences, keeps true sentences, and does not confirm unknown sentences', async () => {
    const { text, figures } = await judged('1 true\n2 true\n3 false: it was short\n4 unknown');
    assert.ok(
      text.startsWith(
        `## Requests\n- Stop the loop in the auth module.\n## What was done\n- The loop came from renew.\n## ${UNCONFIRMED}\n- Nobody ran a linter.`,
      ),
      text,
    );
    assert.deepEqual(figures.struck, ['The expiry was long.']);
    assert.equal(figures.calls, 2);
  });

  it('can’t confirm a command that does not occur in the session', async () => {
    const { figures } = await judged(
      '1 true\n2 true',
      '- The loop came from renew.\n- Run `npm publish --force`.',
    );
    assert.deepEqual(figures.struck, ['Run `npm publish --force`.']);
  });

  it('can’t confirm a rule or a request that the person did not state', async () => {
    const draft = '- The loop came from renew.\n- Never ship on Fridays.\n- The user wants a linter.';
    const { text } = await judged('1 true\n2 true\n3 true', draft);
    const unsure = `## ${UNCONFIRMED}\n- Never ship on Fridays.\n- The user wants a linter.`;
    assert.ok(text.startsWith(`- The loop came from renew.\n${unsure}`), text);
  });

  it('can’t confirm a sentence that an earlier check could not confirm', async () => {
    const draft = `- The loop came from renew.\n## ${UNCONFIRMED}\n- The expiry was long.\n- It was short.`;
    const { text, figures } = await judged('1 true\n2 true\n3 false: it was long', draft);
    assert.ok(
      text.startsWith(`- The loop came from renew.\n## ${UNCONFIRMED}\n- The expiry was long.`),
      text,
    );
    assert.deepEqual(figures.struck, ['It was short.']);
  });

  it('does not change the verdicts of the code if the model’s answer is unusable', async () => {
    const byCode = await summarizeWith(new ScriptedModel([DRAFT]), requestOf());
    for (const answer of ['I would rather not.', '99 false', new ChatError('refused', 'No.', false)])
      assert.equal((await judged(answer)).text, byCode.text);
  });

  it('ends without a summary after a cancellation', async () => {
    const cancellation = new Cancellation();
    const answer = (): string => (cancellation.cancel(), '1 true');
    const deps = { ...dependencies(new ScriptedModel([DRAFT, answer])), checksItself: true };
    await assert.rejects(createSummarize(deps)(requestOf(), cancellation.signal), { reason: 'cancelled' });
  });

  it('does not stream the answer with the judgements', async () => {
    const shown: string[] = [];
    const deps = { ...dependencies(new ScriptedModel([DRAFT, '1 false'])), checksItself: true };
    await createSummarize(deps)(requestOf({ onText: (text) => shown.push(text) }), neverCancelled);
    assert.equal(shown.at(-1), DRAFT);
  });
});

describe('the choice of passages for the judge', () => {
  const pause = (): Promise<void> => Promise.resolve();
  const folded = numbered(
    person('Paint the pier green, and leave the boats.'),
    assistant('The pier has a coat of green. '.repeat(10)),
    calls('bash', { command: 'harbour status' }, 'a'),
    result('The user wanted a green pier, says the mail.', 'a'),
    assistant('The lamps were counted: 14 of them hang. '.repeat(5)),
    assistant('Nothing else was looked at today.'),
  );
  /** Returns the addresses of the passages in the request, and the text of the request. */
  async function asked(
    sentences: readonly WrittenSentence[],
    roomTokens = 10_000,
  ): Promise<{ readonly ids: readonly string[]; readonly text: string }> {
    const options = {
      sections: atOnce(sectionsOf(requestOf({ folded }))),
      count: quarterCount,
      roomTokens,
      pause,
    };
    const [, request] = (await judgeMessages(sentences, options)) ?? [];
    const text = request === undefined ? '' : textOf(request);
    return { ids: [...text.matchAll(/^\[data-\w+ (m\d+) /gmu)].map(([, id = '']) => id), text };
  }

  it('contains the passages that share the most words with the sentences', async () => {
    const { ids, text } = await asked([sentence('Fourteen lamps hang.')]);
    assert.deepEqual(ids, ['m5']);
    assert.match(text, /\[data-\w+ m5 · assistant\]\nThe lamps were counted/u);
    assert.match(text, /\n1\. Fourteen lamps hang\.$/u);
  });

  it('is limited to the words of person and assistant if a sentence attributes something to the person', async () => {
    const { ids } = await asked([sentence('The user wanted a green pier.')]);
    assert.deepEqual(ids, ['m1', 'm2', 'm5']);
    assert.ok((await asked([sentence('A green pier was wanted.')])).ids.includes('m4'));
  });

  it('is empty if no passage shares a word with a sentence', async () => {
    assert.equal((await asked([sentence('Zebras quarrel.')])).text, '');
  });

  it('stays within the token limit', async () => {
    const both = [sentence('The pier has a coat of green.'), sentence('The lamps were counted.')];
    assert.deepEqual((await asked(both)).ids, ['m1', 'm2', 'm4', 'm5']);
    // 600 tokens for the rest of the request, and 180 for two passages.
    assert.deepEqual((await asked(both, 600 + 180)).ids, ['m2', 'm5']);
    assert.deepEqual((await asked(both, 600)).ids, []);
  });

  it('is made in steps in a long session', async () => {
    const long = numbered(...Array.from({ length: 100 }, () => assistant('word '.repeat(700))));
    let pauses = 0;
    await judgeMessages([sentence('A word.')], {
      sections: atOnce(sectionsOf(requestOf({ folded: long }))),
      ...{ count: quarterCount, roomTokens: 10_000 },
      pause: () => {
        pauses += 1;
        return Promise.resolve();
      },
    });
    assert.ok(pauses >= 6, String(pauses));
  });

  it('pauses after each sentence', async () => {
    const pausesFor = async (count: number): Promise<number> => {
      let pauses = 0;
      await judgeMessages(
        Array.from({ length: count }, () => sentence('The lamps were counted.')),
        {
          sections: atOnce(sectionsOf(requestOf({ folded }))),
          ...{ count: quarterCount, roomTokens: 10_000 },
          pause: () => {
            pauses += 1;
            return Promise.resolve();
          },
        },
      );
      return pauses;
    };
    assert.equal((await pausesFor(30)) - (await pausesFor(10)), 20);
  });
});

describe('a judgement', () => {
  it('is assigned to a sentence by number, even with other characters around the number', () => {
    const [first, second] = [sentence('a'), sentence('b')];
    const read = judgementsIn('**1.** True — yes\n- 2: FALSE: it was c\n3 true', [first, second]);
    assert.deepEqual(
      [...read],
      [
        [first, 'true'],
        [second, 'false'],
      ],
    );
  });
});

describe('a draft of a summary', () => {
  it('is parsed into headings and whole sentences, without code fences and “None.”', () => {
    const lines = writtenLinesOf(
      '## Decisions\n- It holds; so does that. And, e.g. this.\n```ts\n```\n- None.',
    );
    assert.deepEqual(
      lines.map((line) => (line.kind === 'heading' ? line.title : line.sentences.map(({ text }) => text))),
      ['Decisions', ['It holds; so does that.', 'And, e.g. this.']],
    );
  });
});
