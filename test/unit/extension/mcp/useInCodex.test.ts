import assert from 'node:assert/strict';
import { useInCodex, type UseInCodexPorts } from '../../../../src/extension/mcp/useInCodex.ts';

describe('The command “Use Longthread in Codex”', () => {
  let done: string[];
  let asked: string[];
  let told: string[];
  beforeEach(() => {
    [done, asked, told] = [[], [], []];
  });

  const ports = (
    options: { isInstalled?: boolean; isHere?: boolean; moved?: number; agrees?: boolean } = {},
  ): UseInCodexPorts => {
    const { isInstalled = false, isHere = true, moved = 0, agrees = true } = options;
    return {
      hooks: {
        path: '/srv/home/.codex/hooks.json',
        isInstalled,
        install: () => void done.push('install'),
        remove: () => {
          done.push('remove');
          return moved;
        },
      },
      launcher: { path: '/srv/storage/longthread-codex-notes', write: () => void done.push('write') },
      isHere,
      confirm: ({ sentence, detail }) => {
        asked.push(`${sentence}\n${detail}`);
        return agrees ? Promise.resolve() : Promise.reject(new Error('closed'));
      },
      tell: (sentence) => void told.push(sentence),
    };
  };

  it('adds the hook after the person agrees', async () => {
    await useInCodex(ports());
    assert.deepEqual(done, ['write', 'install']);
    for (const text of [asked[0] ?? '', told[0] ?? ''])
      assert.match(text, /only hooks that you trust, and skips other hooks silently\. Run \/hooks in Codex/);
    assert.match(asked[0] ?? '', /\.codex\/hooks\.json/);
  });

  it('removes the hook when the command is run again, and reports hooks that are no longer trusted', async () => {
    await useInCodex(ports({ isInstalled: true, isHere: false }));
    assert.deepEqual(done, ['remove']);
    assert.ok(!told[0]?.includes('/hooks'));
    await useInCodex(ports({ isInstalled: true, moved: 1 }));
    assert.match(told[1] ?? '', /the hooks after Longthread’s are no longer trusted\. Run \/hooks in Codex/);
  });

  it('changes nothing without the person’s consent, and adds nothing if Codex is not found', async () => {
    await assert.rejects(useInCodex(ports({ agrees: false })), /closed/);
    await assert.rejects(useInCodex(ports({ agrees: false, isInstalled: true })), /closed/);
    await assert.rejects(
      useInCodex(ports({ isHere: false })),
      /Codex was not found: “codex” is neither in the PATH/,
    );
    assert.deepEqual(done, []);
  });
});
