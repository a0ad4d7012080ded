import assert from 'node:assert/strict';
import { useInPi, type UseInPiPorts } from '../../../../src/extension/mcp/useInPi.ts';

describe('The command “Use Longthread in pi”', () => {
  let done: string[];
  let asked: string[];
  let told: string[];
  beforeEach(() => {
    [done, asked, told] = [[], [], []];
  });

  const ports = (
    options: { isInstalled?: boolean; isHere?: boolean; agrees?: boolean } = {},
  ): UseInPiPorts => {
    const { isInstalled = false, isHere = true, agrees = true } = options;
    return {
      extension: {
        path: '/srv/home/.pi/agent/extensions/longthread.js',
        isInstalled,
        install: () => void done.push('install'),
        remove: () => void done.push('remove'),
      },
      isHere,
      confirm: ({ sentence, detail }) => {
        asked.push(`${sentence}\n${detail}`);
        return agrees ? Promise.resolve() : Promise.reject(new Error('closed'));
      },
      tell: (sentence) => void told.push(sentence),
    };
  };

  it('adds the extension after the person agrees', async () => {
    await useInPi(ports());
    assert.deepEqual(done, ['install']);
    for (const said of [
      /extensions\/longthread\.js/,
      /are masked in the notes, but not in other texts that pi sends/,
      /pi writes its own summary/,
    ])
      assert.match(asked[0] ?? '', said);
    assert.match(told[0] ?? '', /\/reload/);
  });

  it('removes the extension when the command is run again', async () => {
    await useInPi(ports({ isInstalled: true, isHere: false }));
    assert.deepEqual(done, ['remove']);
    assert.match(told[0] ?? '', /its own summaries again/);
  });

  it('changes nothing without the person’s consent, and adds nothing if pi is not found', async () => {
    await assert.rejects(useInPi(ports({ agrees: false })), /closed/);
    await assert.rejects(useInPi(ports({ agrees: false, isInstalled: true })), /closed/);
    await assert.rejects(useInPi(ports({ isHere: false })), /pi was not found: “pi” is neither in the PATH/);
    assert.deepEqual(done, []);
  });
});
