import assert from 'node:assert/strict';
import { KnownWindows } from '../../../../src/extension/models/knownWindows.ts';

describe('The context window of an unreachable model', () => {
  const url = 'http://127.0.0.1:8080/v1';

  function stateOf(kept: Record<string, unknown> = {}): ConstructorParameters<typeof KnownWindows>[0] {
    return {
      get: (key) => kept[key],
      update: (key, value) => {
        kept[key] = value;
        return Promise.resolve();
      },
    };
  }

  it('is the last value reported by the endpoint', () => {
    const state = stateOf();
    new KnownWindows(state).completed(url, 'tiny', { window: 48_000 });
    new KnownWindows(state).completed(url, 'tiny', { window: 32_000, supportsTools: true });
    const later = new KnownWindows(state);
    assert.deepEqual(later.completed(url, 'tiny', {}), { window: 32_000 });
    assert.deepEqual(later.completed(url, 'tiny', { supportsTools: false }), {
      supportsTools: false,
      window: 32_000,
    });
  });

  it('is not used for another model or another endpoint', () => {
    const known = new KnownWindows(stateOf());
    known.completed(url, 'tiny', { window: 48_000 });
    assert.deepEqual(known.completed(url, 'large', {}), {});
    assert.deepEqual(known.completed('http://127.0.0.1:1234/v1', 'tiny', {}), {});
  });

  it('is unknown if the stored value can’t be read', () => {
    const known = new KnownWindows(stateOf({ 'longthread.windows': { [`${url} tiny`]: 'many' } }));
    assert.deepEqual(known.completed(url, 'tiny', {}), {});
  });
});
