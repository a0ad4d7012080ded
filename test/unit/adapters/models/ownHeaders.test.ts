import assert from 'node:assert/strict';
import { ownHeaders, problemOfHeader, STORED_VALUE } from '../../../../src/adapters/models/ownHeaders.ts';

function read(headers: Readonly<Record<string, string>>, address = 'https://gateway.example/v1') {
  const problems: string[] = [];
  const all = ownHeaders({ [address]: headers }, problems);
  return { sent: all.get('https://gateway.example/v1'), problems };
}

describe('HTTP headers from the person’s settings', () => {
  it('are found for an endpoint, even if the settings contain its address in another form', () => {
    const headers = { 'X-Purpose': 'coding' };
    assert.deepEqual(read(headers).sent, headers);
    assert.deepEqual(read(headers, 'gateway.example/v1/chat/completions/').sent, headers);
  });

  it('are not used if the address has a scheme other than http and https, and a message says so', () => {
    const problems: string[] = [];
    const all = ownHeaders({ 'ftp://gateway.example/v1': { 'X-Purpose': 'coding' } }, problems);
    assert.equal(all.size, 0);
    assert.match(problems.join(), /has an address that can’t be used: .*begins with http/u);
  });

  it('are dropped, and a message says how to set them, if the name suggests a secret and the value is no placeholder', () => {
    const value = ['hunter', '2-of-the-harbour'].join('');
    for (const name of [
      'Authorization',
      'X-API-Key',
      'api-key',
      'Cookie',
      'x-auth-token',
      'Client-Secret',
      'apikey',
      'X-AccessKey',
      'authtoken',
      'X-Auth',
      'X-Credentials',
    ]) {
      const { sent, problems } = read({ [name]: value, 'X-Purpose': 'coding' });
      assert.deepEqual(sent, { 'X-Purpose': 'coding' }, name);
      assert.match(problems.join(), /Set Header with a Secret/u);
      assert.ok(!problems.join().includes(value));
      assert.deepEqual(read({ [name]: STORED_VALUE }), { sent: { [name]: STORED_VALUE }, problems: [] });
    }
  });

  it('can’t contain a value that looks like a secret, even if the header’s name is harmless', () => {
    for (const value of ['Bearer made-up-value', 'basic bWFkZTp1cA==', 'sk-made-up', 'eyJ.made.up']) {
      const { sent, problems } = read({ 'X-Upstream': value, 'X-Purpose': 'coding' });
      assert.deepEqual(sent, { 'X-Purpose': 'coding' }, value);
      assert.ok(problems.length === 1 && !problems.join().includes(value));
    }
    assert.deepEqual(read({ 'X-Title': 'Bearer-free tokens' }).problems, []);
  });

  it('can’t replace the headers Host and Content-Length, and can’t have invalid names or values', () => {
    for (const [name, value] of [
      ['Host', 'elsewhere.example'],
      ['Content-Length', '1'],
      ['X Purpose', 'coding'],
      ['X-Purpose', 'a\r\nHost: elsewhere.example'],
      ['X-Purpose', ''],
    ] as const) {
      const { sent, problems } = read({ [name]: value });
      assert.deepEqual([sent, problems.length], [{}, 1], name);
    }
    assert.equal(problemOfHeader('X-Purpose'), undefined);
  });
});
