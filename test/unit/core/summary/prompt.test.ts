import assert from 'node:assert/strict';
import { ScriptedModel } from '../../../support/scriptedModel.ts';
import { GOOD_SUMMARY, quarterCount, requestOf, summarizeWith } from '../../../support/summaryRequests.ts';

describe('the request for a summary', () => {
  const asked = async (change: Parameters<typeof requestOf>[0], profile = {}): Promise<string> => {
    const model = new ScriptedModel([GOOD_SUMMARY], profile);
    await summarizeWith(model, requestOf(change));
    return model.read(0);
  };

  it('states the length limit only once', async () => {
    const said = await asked({});
    assert.equal(said.match(/\d+ words/g)?.length, 1);
    assert.doesNotMatch(said.split('[data-')[0] ?? '', /\d+ (?:tokens|characters|lines)/);
  });

  it('allows calls that save memories if the model supports tools', async () => {
    const said = await asked({}, { supportsTools: true });
    assert.match(said, /Calls of memory_save may come before the summary/);
    assert.match(said, /The calls are no part of the summary/);
    assert.doesNotMatch(said, /then write the summary|Answer with the summary alone/);
    assert.doesNotMatch(await asked({}), /memory_save/);
  });

  it('mentions the notes if there are notes', async () => {
    const said = await asked({ notes: '## Files\nm5: a.ts edited' });
    assert.match(said, /The notes in the data were taken from the session by code/);
    assert.doesNotMatch(said, /do not repeat/i);
    assert.doesNotMatch(said, /"## (?:Important files|Files|Rules|State)/);
    assert.doesNotMatch(await asked({}), /The notes in the data/);
  });

  it('asks the model to omit small talk', async () => {
    assert.match(await asked({}), /Also leave out small talk: greetings, thanks/u);
  });

  it('says that the newer of two contradicting messages holds', async () => {
    const said = await asked({});
    assert.match(said, /If two messages disagree, the newer one holds\./);
    assert.match(said, /Do not list a constraint that was lifted, and do not list finished work as open\./);
  });
});

describe('a long summary', () => {
  it('within the budget is not requested again', async () => {
    const text = Array.from({ length: 50 }, () => '- The loop comes from `renew()`.').join('\n');
    const model = new ScriptedModel([text]);
    const summary = await summarizeWith(model, requestOf({ mostTokens: quarterCount(text) }));
    assert.deepEqual([summary.text, summary.figures.calls], [text, 1]);
  });

  it('beyond the budget is requested once more in a shorter form', async () => {
    const model = new ScriptedModel(['The loop comes from `renew()`. '.repeat(200), GOOD_SUMMARY]);
    const { text } = await summarizeWith(model);
    assert.equal(text, GOOD_SUMMARY);
    assert.match(model.read(1), /too long/);
    assert.equal(model.requests[1]?.messages.length, 4);
  });

  it('is cut at the end of a sentence if the second attempt is not shorter', async () => {
    const model = new ScriptedModel(['The loop comes from `renew()`. '.repeat(200)]);
    const { text, tokens, figures } = await summarizeWith(model);
    assert.equal(figures.calls, 2);
    assert.ok(tokens <= 400);
    assert.match(text.split('\n')[0] ?? '', /renew\(\)`\.$/);
  });

  it('loses an incomplete last sentence if the answer reached the output limit', async () => {
    const broken = { text: 'The loop comes from `renew()`. The exp', finish: 'length' as const };
    const { text } = await summarizeWith(new ScriptedModel([broken]));
    assert.doesNotMatch(text, /The exp/);
    assert.match(text, /renew/);
  });
});
