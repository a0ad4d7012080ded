import assert from 'node:assert/strict';
import { namedModel } from '../../../src/cli/namedModel.ts';
import { UsageError } from '../../../src/cli/usage.ts';
import { answers, startFaultyEndpoint } from '../../support/faultyEndpoint.ts';

const address = 'http://127.0.0.1:9/v1';

describe('A lookup of the model in the environment variables', () => {
  const wrong: readonly (readonly [what: string, environment: NodeJS.ProcessEnv, says: RegExp])[] = [
    ['nothing is set', {}, /needs LONGTHREAD_ENDPOINT and LONGTHREAD_MODEL in the environment\.$/u],
    ['only the address is set', { LONGTHREAD_ENDPOINT: address }, /needs LONGTHREAD_ENDPOINT and/u],
    ['only the model is set', { LONGTHREAD_MODEL: 'some-model' }, /needs LONGTHREAD_ENDPOINT and/u],
    [
      'the address is empty',
      { LONGTHREAD_ENDPOINT: '', LONGTHREAD_MODEL: 'some-model' },
      /needs LONGTHREAD_/u,
    ],
    [
      'the address is invalid',
      { LONGTHREAD_ENDPOINT: 'not an address', LONGTHREAD_MODEL: 'some-model' },
      /^LONGTHREAD_ENDPOINT: \S+/u,
    ],
  ];
  for (const [what, environment, says] of wrong) {
    it(`fails with an error sentence if ${what}`, async () => {
      await assert.rejects(
        namedModel(environment),
        (error) => error instanceof UsageError && says.test(error.message),
      );
    });
  }

  it('returns the window that the endpoint reports, and sends no authorization header without a key', async () => {
    const listed = { data: [{ id: 'some-model', max_model_len: 12_345 }] };
    const endpoint = await startFaultyEndpoint((response, request) => {
      const isList = request.path === '/v1/models';
      answers(isList ? 200 : 404, isList ? listed : {})(response, request);
    });
    try {
      const { profile } = await namedModel({
        LONGTHREAD_ENDPOINT: endpoint.baseUrl,
        LONGTHREAD_MODEL: 'some-model',
      });
      assert.deepEqual([profile.id, profile.window], ['some-model', 12_345]);
      assert.ok(endpoint.seen.every(({ headers }) => headers.authorization === undefined));
    } finally {
      await endpoint.close();
    }
  });
});
