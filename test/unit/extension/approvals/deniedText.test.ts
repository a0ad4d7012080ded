import assert from 'node:assert/strict';
import { deniedText } from '../../../../src/extension/approvals/deniedText.ts';

describe('deniedText', () => {
  it('tells the model not to try another way', () => {
    assert.equal(
      deniedText({ kind: 'denied' }),
      'The person did not allow this; nothing was done. Do not try the same in another way; go on without it, or ask.',
    );
  });

  it('says for a cancelled question that the person had not decided', () => {
    assert.equal(
      deniedText({ kind: 'unanswered' }),
      '[interrupted] The person was asked whether this may be done, and had not decided; nothing was done.',
    );
  });

  it('quotes the person’s words and the rule that forbids the action', () => {
    assert.equal(
      deniedText({ kind: 'denied', rule: 'Never push.', words: 'Not today.' }),
      'The person did not allow this; nothing was done. It goes against their rule: “Never push.” They say: “Not today.” Do not try the same in another way; go on without it, or ask.',
    );
  });
});
