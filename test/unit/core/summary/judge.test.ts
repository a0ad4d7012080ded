import assert from 'node:assert/strict';
import { draftLinesOf, UNCONFIRMED, type DraftSentence } from '../../../../src/core/summary/draftLines.ts';
import { judgeMessages, judgementsIn } from '../../../../src/core/summary/judge.ts';
import { createSummarize } from '../../../../src/core/summary/summarize.ts';
import type { Summary } from '../../../../src/core/summary/summary.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { ChatError } from '../../../../src/core/ports.ts';
import { sectionsOf } from '../../../../src/core/summary/writeDraft.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { assistant, numbered, person } from '../../../support/saidMessages.ts';
import { ScriptedModel, type ScriptedReply } from '../../../support/scriptedModel.ts';
import { dependencies, quarterCount, requestOf, summarizeWith } from '../../../support/summaryRequests.ts';

const DRAFT = `## Requests
- Stop the loop in the auth module.
## What was done
- The loop came from renew. The expiry was long. Nobody ran a linter.`;

function sentence(text: string, isPersons = false): DraftSentence {
  return { text, isPersons, isSteering: false };
}

describe('a model that checks its own sentences', () => {
  const judged = (answer: ScriptedReply, draft = DRAFT): Promise<Summary> => {
    const deps = { ...dependencies(new ScriptedModel([draft, answer])), checksItself: true };
    return createSummarize(deps)(requestOf(), neverCancelled);
  };

  it('strikes what it finds false, keeps what it finds true, and marks what it can’t tell', async () => {
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

  it('can’t bring back a command that nobody wrote', async () => {
    const { figures } = await judged(
      '1 true\n2 true',
      '- The loop came from renew.\n- Run `npm publish --force`.',
    );
    assert.deepEqual(figures.struck, ['Run `npm publish --force`.']);
  });

  it('leaves the check by code where it answers with something else, or fails', async () => {
    const byCode = await summarizeWith(new ScriptedModel([DRAFT]), requestOf());
    for (const answer of ['I would rather not.', '99 false', new ChatError('refused', 'No.', false)])
      assert.equal((await judged(answer)).text, byCode.text);
  });

  it('is shown nothing of its second answer as it comes', async () => {
    const shown: string[] = [];
    const deps = { ...dependencies(new ScriptedModel([DRAFT, '1 false'])), checksItself: true };
    await createSummarize(deps)(requestOf({ onText: (text) => shown.push(text) }), neverCancelled);
    assert.equal(shown.at(-1), DRAFT);
  });
});

describe('what sentences are judged by', () => {
  const folded = numbered(
    person('Paint the pier green, and leave the boats.'),
    assistant('The pier has a coat of green. '.repeat(10)),
    assistant('The lamps were counted: 14 of them hang. '.repeat(5)),
  );
  const asked = (sentences: readonly DraftSentence[], roomTokens = 10_000): string => {
    const sections = sectionsOf(requestOf({ folded }));
    const [, request] = judgeMessages(sentences, { sections, count: quarterCount, roomTokens }) ?? [];
    return request === undefined ? '' : textOf(request);
  };

  it('is the passages that share most with them, each behind its message and speaker', () => {
    const request = asked([sentence('Fourteen lamps hang.')]);
    assert.match(request, /\[data-\w+ m3 · assistant\]\nThe lamps were counted/u);
    assert.match(request, /\n1\. Fourteen lamps hang\.$/u);
  });

  it('is what was spoken alone, where a sentence speaks for the person', () => {
    const request = asked([sentence('The user wanted a green pier.')]);
    assert.match(request, /m1 · person\]\nPaint the pier/u);
  });

  it('is nothing where no passage shares a word with a sentence: then no model is asked', () => {
    const sections = sectionsOf(requestOf({ folded }));
    const options = { sections, count: quarterCount, roomTokens: 10_000 };
    assert.equal(judgeMessages([sentence('Zebras quarrel.')], options), undefined);
  });

  it('keeps within the room: the best passage of each sentence comes first', () => {
    const request = asked([sentence('The pier is green.'), sentence('The lamps were counted.')], 120);
    assert.ok(quarterCount(request) < 200, request);
  });

  it('is read by its number, whatever stands around it', () => {
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

describe('a draft', () => {
  it('is read as headings and whole sentences', () => {
    const lines = draftLinesOf('## Decisions\n- It holds; so does that. And, e.g. this.\n```\n- None.');
    assert.deepEqual(
      lines.map((line) => (line.kind === 'heading' ? line.title : line.sentences.map(({ text }) => text))),
      ['Decisions', ['It holds; so does that.', 'And, e.g. this.']],
    );
  });
});
