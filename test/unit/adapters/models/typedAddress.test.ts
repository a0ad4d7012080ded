import assert from 'node:assert/strict';
import { isLocalEndpoint, parseBaseUrl } from '../../../../src/adapters/models/endpoint.ts';

describe('a typed address', () => {
  for (const [typed, address] of [
    ['localhost:11434', 'http://localhost:11434/v1'],
    ['http://localhost:1234/', 'http://localhost:1234/v1'],
    ['https://api.openai.com/v1/chat/completions', 'https://api.openai.com/v1'],
    ['openrouter.ai/api/v1/', 'https://openrouter.ai/api/v1'],
    [' 192.168.1.5:8000/v1 ', 'http://192.168.1.5:8000/v1'],
    [
      'https://my.openai.azure.com/openai/deployments/m/chat/completions?api-version=2025-01-01',
      'https://my.openai.azure.com/openai/deployments/m?api-version=2025-01-01',
    ],
    ['https://gw.example?tenant=a', 'https://gw.example/v1?tenant=a'],
    [
      'https://my.openai.azure.com/openai/responses?api-version=2025-04-01-preview',
      'https://my.openai.azure.com/openai?api-version=2025-04-01-preview',
    ],
    ['https://my.openai.azure.com/', 'https://my.openai.azure.com/openai/v1'],
    ['my.openai.azure.us?api-version=preview', 'https://my.openai.azure.us/openai/v1?api-version=preview'],
    ['m.eastus2.models.ai.azure.com', 'https://m.eastus2.models.ai.azure.com/v1'],
    ['https://api.openai.com/v1/responses/', 'https://api.openai.com/v1'],
    ['localhost:8000/v1/models', 'http://localhost:8000/v1'],
    ['api.anthropic.com/v1/messages', 'https://api.anthropic.com/v1'],
    [
      'https://my.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview',
      'https://my.services.ai.azure.com/models?api-version=2024-05-01-preview',
    ],
  ] as const) {
    it(`is converted to the base address: ${typed}`, () => {
      assert.equal(parseBaseUrl(typed), address);
    });
  }

  it('is rejected if it is invalid', () => {
    assert.throws(() => parseBaseUrl('not an address'), /TypeError.*An address looks like https/);
  });

  it('is rejected if it contains a user name or a password', () => {
    for (const typed of ['https://me:pw@gw.example/v1', 'https://me@gw.example/v1'])
      assert.throws(() => parseBaseUrl(typed), /TypeError.*set the key instead/);
  });

  for (const typed of [
    'ftp://example.com/v1',
    'file:///etc/passwd',
    'ws://localhost:8080',
    'git+ssh://a.b/c',
    'a.b-c://x',
    'A1://x',
  ]) {
    it(`is rejected if it is not a web address: ${typed}`, () => {
      assert.throws(() => parseBaseUrl(typed), /TypeError.*begins with http:\/\/ or https:\/\//);
    });
  }

  it('is local only if the host is this machine or in a private network', () => {
    assert.equal(isLocalEndpoint('http://127.0.0.1:8080/v1'), true);
    assert.equal(isLocalEndpoint('http://gpu.lan/v1'), true);
    assert.equal(isLocalEndpoint('https://api.openai.com/v1'), false);
  });
});
