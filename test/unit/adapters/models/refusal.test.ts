import assert from 'node:assert/strict';
import { askEndpoint } from '../../../support/askEndpoint.ts';
import { answers } from '../../../support/faultyEndpoint.ts';

describe('an endpoint’s error', () => {
  for (const [what, body] of [
    ['a string', { error: 'odd words' }],
    ['a string in FastAPI’s field `detail`', { detail: 'odd words' }],
    ['a list of field errors of FastAPI', { detail: [{ loc: ['body'], msg: 'odd words', type: 'x' }] }],
    ['a list', [{ error: { message: 'odd words' } }]],
    ['a message without the wrapper `error`', { message: 'odd words', object: 'error' }],
    ['a provider’s error from a router', { error: { message: 'It failed', metadata: { raw: 'odd words' } } }],
    ['an HTML page', '<html><style>p { color: red }</style><p>odd words</p></html>'],
  ] as const) {
    it(`is reported with the endpoint’s message in any format: ${what}`, async () => {
      const { error } = await askEndpoint(answers(400, body));
      assert.equal(error?.reason, 'badRequest');
      assert.match(error.message, /odd words/);
      assert.doesNotMatch(error.message, /<|color/);
      assert.equal(error.status, 400);
    });
  }
});
