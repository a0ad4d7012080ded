import assert from 'node:assert/strict';
import fc from 'fast-check';
import { atOnce } from '../../../../src/core/steps.ts';
import { chunksOf, tokensOfSections } from '../../../../src/core/summary/chunks.ts';
import { cutAtSentence, withoutBrokenEnd } from '../../../../src/core/summary/cut.ts';
import { isRefusal } from '../../../../src/core/summary/refusal.ts';
import { quarterCount } from '../../../support/summaryRequests.ts';

describe('cutting a text', () => {
  it('keeps whole sentences and lines', () => {
    const text = 'One is done. Two is open.\n- Three follows.';
    assert.equal(cutAtSentence(text, 100, quarterCount), text);
    assert.equal(cutAtSentence(text, 7, quarterCount), 'One is done. Two is open.');
    assert.equal(cutAtSentence(text, 4, quarterCount), 'One is done.');
    assert.equal(cutAtSentence('一つ目。二つ目。', 1, quarterCount), '一つ目。');
  });

  it('cuts between words if the first sentence is too long, and keeps nothing if the first word is too long', () => {
    assert.equal(cutAtSentence('a sentence that goes on and on', 3, quarterCount), 'a sentence');
    assert.equal(cutAtSentence('unbreakable'.repeat(9), 3, quarterCount), '');
  });

  it('never exceeds the token limit', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), fc.nat(60), (text, most) => {
        const cut = cutAtSentence(text, most, quarterCount);
        assert.ok(quarterCount(cut) <= most);
        assert.ok(text.startsWith(cut));
      }),
    );
  });

  it('counts tokens fewer than thirty times, even with thousands of punctuation marks', () => {
    for (const noise of ['.', ')', '。', "'", '!" ']) {
      let tries = 0;
      const cut = cutAtSentence(`${noise.repeat(2_000)} end`, 50, (text) => {
        tries += 1;
        return quarterCount(text);
      });
      assert.ok(quarterCount(cut) <= 50);
      assert.ok(tries < 30, `${noise}: ${String(tries)}`);
    }
  });

  it('removes an incomplete last sentence, except if no sentence is complete', () => {
    assert.equal(withoutBrokenEnd('One is done. Two is'), 'One is done.');
    assert.equal(withoutBrokenEnd('One is'), 'One is');
  });
});

describe('chunks of a transcript', () => {
  it('keep the order of the sections and never exceed the token limit', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 60 })), fc.integer({ min: 30, max: 300 }), (texts, room) => {
        const sections = texts.map((text, index) => ({ label: String(index), text }));
        const chunks = atOnce(chunksOf(sections, room, quarterCount));
        assert.deepEqual(
          chunks.flat().map(({ label }) => label),
          sections.map(({ label }) => label),
        );
        for (const chunk of chunks) assert.ok(tokensOfSections(chunk, quarterCount) <= room);
      }),
    );
  });
});

describe('the detection of refusals', () => {
  const refusals = [
    "I'm sorry, but I can't assist with that request.",
    'I cannot help with this.',
    'As an AI, I must decline.',
    'Unfortunately, I am unable to summarize this conversation.',
    'Leider kann ich das nicht zusammenfassen.',
    'Lo siento, pero no puedo ayudar con eso.',
    'Désolé, je ne peux pas vous aider.',
    'Maaf, saya tidak bisa membantu.',
    '抱歉，我不能帮助你。',
    '申し訳ありませんが、お手伝いできません。',
    'К сожалению, я не могу помочь.',
  ];
  for (const text of refusals) it(`recognises: ${text}`, () => assert.ok(isRefusal(text)));

  const summaries = [
    '- I cannot be reached was the error text.',
    'Unfortunately, the server cannot start.\n## Next step\nStart it by hand.',
    'The assistant said it cannot read the file.',
    `Sorry, I can't go on. ${'Much was done. '.repeat(60)}`,
  ];
  for (const text of summaries)
    it(`does not report: ${text.slice(0, 50)}`, () => assert.ok(!isRefusal(text)));
});
