import assert from 'node:assert/strict';
import { askEndpoint } from '../../../support/askEndpoint.ts';
import { answers } from '../../../support/faultyEndpoint.ts';

describe('an endpoint’s error', () => {
  for (const [what, body] of [
    ['a bare string', { error: 'odd words' }],
    ['FastAPI', { detail: 'odd words' }],
    ['FastAPI, field by field', { detail: [{ loc: ['body'], msg: 'odd words', type: 'x' }] }],
    ['a list', [{ error: { message: 'odd words' } }]],
    ['a message of its own', { message: 'odd words', object: 'error' }],
    ['a provider behind a router', { error: { message: 'It failed', metadata: { raw: 'odd words' } } }],
    ['a page', '<html><style>p { color: red }</style><p>odd words</p></html>'],
  ] as const) {
    it(`is reported in the endpoint’s words, whatever its form: ${what}`, async () => {
      const { error } = await askEndpoint(answers(400, body));
      assert.equal(error?.reason, 'badRequest');
      assert.match(error.message, /odd words/);
      assert.doesNotMatch(error.message, /<|color/);
      assert.equal(error.status, 400);
    });
  }
});
