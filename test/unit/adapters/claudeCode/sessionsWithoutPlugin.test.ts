import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sessionsWithoutPlugin } from '../../../../src/adapters/claudeCode/sessionsWithoutPlugin.ts';
import { temporaryHome } from '../../../support/fakeClaude.ts';

const INSTALLED = Date.UTC(2026, 10, 26, 12);

describe('the list of Claude Code’s sessions without the plugin', () => {
  let made: ReturnType<typeof temporaryHome>;

  beforeEach(() => {
    made = temporaryHome();
  });

  afterEach(() => {
    made.remove();
  });

  /** Writes the transcript of a session that began `minute` minutes after `INSTALLED`. */
  const began = (id: string, minute: number, isAnswered = true): void => {
    const folder = path.join(made.root, '.claude/projects/-srv-my-shop');
    mkdirSync(folder, { recursive: true });
    const timestamp = new Date(INSTALLED + minute * 60_000).toISOString();
    const lines = [
      { type: 'mode', mode: 'default' },
      { type: 'user', timestamp, message: { role: 'user', content: 'Hello.' } },
      ...(isAnswered ? [{ type: 'assistant', message: { role: 'assistant', content: [] } }] : []),
    ];
    writeFileSync(path.join(folder, `${id}.jsonl`), lines.map((line) => JSON.stringify(line)).join('\n'));
  };
  const found = (): Promise<readonly string[]> =>
    sessionsWithoutPlugin({
      home: made.home,
      config: path.join(made.root, '.claude'),
      workspace: '/srv/my_shop',
    });

  it('contains only sessions that began after the installation and have an answer but no heartbeat', async () => {
    await made.home.write(INSTALLED);
    began('before', -5);
    began('unanswered', 5, false);
    began('aided', 6);
    const heartbeat = { sessionId: 'aided', transcript: '/t.jsonl', workspace: '/srv/my_shop', at: 1 };
    writeFileSync(path.join(made.home.folder, 'sessions/aided.json'), JSON.stringify(heartbeat));
    assert.deepEqual(await found(), []);
    began('unaided', 7);
    assert.deepEqual(await found(), ['unaided']);
  });

  it('contains no session whose transcript was deleted', async () => {
    await made.home.write(INSTALLED);
    began('unaided', 7);
    const folder = path.join(made.root, '.claude/projects/-srv-my-shop');
    symlinkSync(path.join(folder, 'nowhere'), path.join(folder, 'deleted.jsonl'));
    assert.deepEqual(await found(), ['unaided']);
  });

  it('is empty if the plugin was never installed or the workspace has no sessions', async () => {
    began('unaided', 7);
    assert.deepEqual(await found(), []);
    await made.home.write(INSTALLED);
    const elsewhere = { home: made.home, config: path.join(made.root, '.claude'), workspace: '/other' };
    assert.deepEqual(await sessionsWithoutPlugin(elsewhere), []);
  });
});
