import assert from 'node:assert/strict';
import { forms, isRealValue } from '../../../../src/adapters/redaction/realValue.ts';

describe('A form of values that are no secrets', () => {
  it('matches its examples, which are no real values', () => {
    for (const [pattern, ...examples] of forms)
      for (const example of examples) {
        assert.match(example, pattern);
        assert.equal(isRealValue(example), false, example);
      }
  });
});
