import assert from 'node:assert/strict';
import { isLocalEndpoint, parseBaseUrl } from '../../../../src/adapters/models/endpoint.ts';

/** Hosts in the form in which people type them. If the scheme is missing, http is assumed for private hosts. */
const privateHosts = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  'gpu.lan',
  'gpu.local',
  'gpu.internal',
  '127.0.0.1',
  '127.255.255.254',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.5',
  '169.254.7.7',
  '100.64.0.1',
  '100.127.255.255',
  'gpu.home.arpa',
  '0.0.0.0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[fd12:3456::7]',
  '[fe80::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:192.168.1.5]',
];

const publicHosts = [
  '127.evil.com',
  '10.evil.example',
  '10.0.0.1.evil.example',
  '192.168.evil.example',
  '172.16.evil.example',
  '0.0.0.0.evil.example',
  'localhost.evil.example',
  'localhosts',
  'notlocalhost',
  'gpu.local.evil.example',
  'lan',
  '9.255.255.255',
  '11.0.0.1',
  '126.255.255.255',
  '128.0.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '192.169.0.1',
  '169.253.255.255',
  '100.63.255.255',
  '100.128.0.1',
  'home.arpa.evil.example',
  '0.0.0.1',
  '8.8.8.8',
  '[::2]',
  '[2001:db8::1]',
  '[fbff::1]',
  '[fe00::1]',
  '[fec0::1]',
  '[::ffff:8.8.8.8]',
];

describe('a host', () => {
  for (const host of privateHosts) {
    it(`is on this machine or in a private network, and gets http as the default scheme: ${host}`, () => {
      assert.equal(isLocalEndpoint(`https://${host}/v1`), true);
      assert.match(parseBaseUrl(`${host}:8080`), /^http:/);
      assert.match(parseBaseUrl(host), /^http:/);
    });
  }

  for (const host of publicHosts) {
    it(`is remote, and gets https as the default scheme: ${host}`, () => {
      assert.equal(isLocalEndpoint(`https://${host}/v1`), false);
      assert.match(parseBaseUrl(`${host}:8080`), /^https:/);
      assert.match(parseBaseUrl(host), /^https:/);
    });
  }

  it('is in a private network if its name has no dot and the scheme is http', () => {
    const addresses = [
      'http://ollama:11434/v1',
      'http://gpu-box/v1',
      'https://ollama/v1',
      'http://ollama.x/v1',
    ];
    assert.deepEqual(addresses.map(isLocalEndpoint), [true, true, false, false]);
  });

  it('may be an IPv6 address, and the base URL keeps the brackets, the port and the path', () => {
    assert.equal(parseBaseUrl('[::1]:11434'), 'http://[::1]:11434/v1');
    assert.equal(parseBaseUrl('[::1]/api/v1/'), 'http://[::1]/api/v1');
  });
});
