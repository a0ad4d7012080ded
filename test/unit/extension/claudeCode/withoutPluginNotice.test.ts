import assert from 'node:assert/strict';
import {
  WITHOUT_PLUGIN,
  tellIfWithoutPlugin,
} from '../../../../src/extension/claudeCode/withoutPluginNotice.ts';

describe('the notice about Claude Code sessions without the plugin', () => {
  it('is shown only once in a workspace until a check finds no such session', async () => {
    const told: string[] = [];
    let kept: readonly string[] = [];
    const look = (...withoutPlugin: readonly string[]): Promise<void> =>
      tellIfWithoutPlugin({
        withoutPlugin: () => Promise.resolve(withoutPlugin),
        told: () => kept,
        keepTold: async (ids) => void (kept = ids),
        tell: (sentence) => void told.push(sentence),
      });
    await look();
    assert.deepEqual(told, []);
    await look('one');
    await look('two', 'one');
    assert.deepEqual(told, [WITHOUT_PLUGIN]);
    assert.match(WITHOUT_PLUGIN, /^A session of this folder runs without Longthread’s plugin, /);
    await look();
    await look('three');
    assert.equal(told.length, 2);
  });
});
