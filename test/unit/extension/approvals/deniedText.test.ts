import assert from 'node:assert/strict';
import { deniedText } from '../../../../src/extension/approvals/deniedText.ts';

describe('The text that tells the model that an action was denied', () => {
  it('says that nothing was done and that the model must not try another way', () => {
    assert.equal(
      deniedText({ kind: 'denied' }),
      'The person did not allow this; nothing was done. Do not try the same in another way; go on without it, or ask.',
    );
  });

  it('says, if the question was cancelled, that the person had not decided', () => {
    assert.equal(
      deniedText({ kind: 'unanswered' }),
      '[interrupted] The person was asked whether this may be done, and had not decided; nothing was done.',
    );
  });

  it('quotes the rule that forbids the action, and the person’s words', () => {
    assert.equal(
      deniedText({ kind: 'denied', rule: 'Never push.', words: 'Not today.' }),
      'The person did not allow this; nothing was done. It goes against their rule: “Never push.” They say: “Not today.” Do not try the same in another way; go on without it, or ask.',
    );
  });
});
