import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { OpenAiModel } from '../../../../src/adapters/models/openAiModel.ts';
import { neverCancelled } from '../../../../src/core/cancellation.ts';
import { ChatError } from '../../../../src/core/ports.ts';
import { startFaultyEndpoint } from '../../../support/faultyEndpoint.ts';
import { causeOf, rootCodeOf } from '../../../../src/adapters/models/connectionProblem.ts';

/** Returns an error in the wrapper that fetch adds. */
function failed(message: string, fields: object): Error {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), fields) });
}

const dump =
  '40CD1358C87F0000:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:../deps/openssl/openssl/ssl/record/methods/tlsany_meth.c:77:\n';

describe('the reason of a failed connection', () => {
  for (const [code, words] of [
    ['EPROTO', /the server there does not speak TLS; should the address begin with http/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /the server there does not speak TLS/],
    ['ERR_SSL_PACKET_LENGTH_TOO_LONG', /the server there does not speak TLS/],
    ['CERT_HAS_EXPIRED', /has expired/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /for another name/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /authority that this machine does not know/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /authority that this machine does not know/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /authority that this machine does not know/],
    ['ENOTFOUND', /no such host/],
    ['EAI_AGAIN', /could not be looked up/],
    ['UND_ERR_CONNECT_TIMEOUT', /no connection in time/],
  ] as const) {
    it(`is a plain sentence for the error code ${code}`, () => {
      assert.match(causeOf(failed(dump, { code })), words);
      assert.doesNotMatch(causeOf(failed(dump, { code })), /error:/);
    });
  }

  it('has a code only if the innermost cause is an Error whose code is a string', () => {
    for (const error of [failed('x', { code: 7 }), failed('x', {}), { code: 'EPIPE' }, 'EPIPE', undefined])
      assert.equal(rootCodeOf(error), '');
    assert.equal(rootCodeOf(failed('x', { code: 'EPIPE' })), 'EPIPE');
  });

  it('is OpenSSL’s short reason, or else “no common protocol”, for an unknown error code', () => {
    const unsupported = { code: 'ERR_SSL_UNSUPPORTED_PROTOCOL', reason: 'unsupported protocol' };
    assert.equal(causeOf(failed(dump, unsupported)), 'TLS failed: unsupported protocol');
    assert.equal(causeOf(failed(dump, {})), 'TLS failed: no common protocol');
  });

  it('is the system’s own message for other errors', () => {
    const refused = failed('connect ECONNREFUSED 127.0.0.1:1', { code: 'ECONNREFUSED' });
    const wrapped = new Error('Connection error.', { cause: refused });
    assert.equal(causeOf(wrapped), 'connect ECONNREFUSED 127.0.0.1:1');
    assert.equal(rootCodeOf(wrapped), 'ECONNREFUSED');
    assert.deepEqual([causeOf('plain'), rootCodeOf('plain')], ['plain', '']);
  });

  it('contains no internal text of OpenSSL if a server has no TLS', async () => {
    const plain = await startFaultyEndpoint();
    const endpoint = { baseUrl: plain.baseUrl.replace('http:', 'https:') };
    const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
    const stream = new OpenAiModel({ endpoint, profile }).stream({ messages: [], tools: [] }, neverCancelled);
    await assert.rejects(stream.next(), (error: unknown) => {
      assert.ok(error instanceof ChatError && error.reason === 'unreachable');
      assert.match(error.message, /the server there does not speak TLS; should the address begin with http:/);
      assert.doesNotMatch(error.message, /error:|openssl/i);
      return true;
    });
    await plain.close();
  });

  for (const [what, answer, words, isRetryable] of [
    [
      'the server uses another protocol',
      'SSH-2.0-OpenSSH_9.6\r\n',
      /does not speak HTTP; is the port right/,
      false,
    ],
    [
      'the connection is closed without an answer',
      '',
      /closed the connection without an answer; should the address begin with https:/,
      true,
    ],
  ] as const)
    it(`is in the error that OpenAiModel throws if ${what}`, async () => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => {
          socket.end(answer);
          socket.destroySoon();
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const endpoint = { baseUrl: `http://127.0.0.1:${String(port)}/v1` };
      const profile = { id: 'm', supportsTools: true, encoding: 'o200k_base' as const };
      const stream = new OpenAiModel({ endpoint, profile }).stream(
        { messages: [], tools: [] },
        neverCancelled,
      );
      await assert.rejects(stream.next(), (error: unknown) => {
        assert.ok(error instanceof ChatError);
        assert.deepEqual([error.reason, error.isRetryable], ['unreachable', isRetryable]);
        assert.match(error.message, words);
        return true;
      });
      server.close();
    });
});
