import assert from 'node:assert/strict';
import { Completions } from '../../src/extension/chat/completions.ts';
import { until } from '../support/until.ts';

describe('an @ in the composer', () => {
  it('offers its keywords at once, and files when the workspace’s files have been listed', async () => {
    const completions = new Completions(() => 0);
    const kinds = async (): Promise<readonly string[]> =>
      (await completions.offer('')).map(({ kind }) => kind);
    const first = await kinds();
    assert.ok(first.includes('problems') && !first.includes('file'), first.join());
    await until('the files are offered', async () => (await kinds()).includes('file'));
  });
});
