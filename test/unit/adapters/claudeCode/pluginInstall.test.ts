import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  checkedVersion,
  installPlugin,
  isPluginListed,
  removePlugin,
} from '../../../../src/adapters/claudeCode/pluginInstall.ts';
import { stateFile } from '../../../../src/adapters/claudeCode/homeFiles.ts';
import type { PluginCommand } from '../../../../src/adapters/claudeCode/wishes.ts';
import { extensionIn, FakeClaude, homeIn, temporaryHome } from '../../../support/fakeClaude.ts';

describe('the plugin’s folder in the extension’s storage', () => {
  let claude: FakeClaude;
  let made: ReturnType<typeof temporaryHome>;

  beforeEach(() => {
    claude = new FakeClaude();
    made = temporaryHome();
  });

  afterEach(() => {
    made.remove();
  });

  const read = (name: string): unknown =>
    JSON.parse(readFileSync(path.join(made.home.folder, name), 'utf8')) as unknown;

  it('contains the marketplace that Claude Code registers, and names the extension’s folder and version', async () => {
    await installPlugin(claude, { home: made.home, now: 5 });
    assert.deepEqual(claude.ran, [
      `plugin marketplace add ${made.home.marketplace}`,
      'plugin install longthread@longthread',
    ]);
    const extension = path.join(made.root, 'extension-1.0.0');
    assert.deepEqual(read('marketplace/longthread/home.json'), {
      v: 1,
      folder: made.home.folder,
      extension,
    });
    assert.deepEqual(read('installed.json'), { v: 1, extension, version: '1.0.0', at: 5 });
    assert.ok(made.home.isInstalled && (await isPluginListed(claude)));
  });

  it('is removed completely, and so are the plugin’s files beside transcripts', async () => {
    await installPlugin(claude, { home: made.home, now: 5 });
    const transcript = path.join(made.root, 'session-1.jsonl');
    writeFileSync(transcript, '');
    writeFileSync(stateFile(transcript), '{}');
    const heartbeat = { v: 1, sessionId: 'session-1', transcript, workspace: '/shop', at: 1 };
    writeFileSync(path.join(made.home.folder, 'sessions/session-1.json'), JSON.stringify(heartbeat));
    await removePlugin(claude, made.home);
    assert.deepEqual([claude.plugins.size, claude.marketplaces.size], [0, 0]);
    assert.deepEqual(readdirSync(path.join(made.root, 'storage')), []);
    assert.deepEqual(
      readdirSync(made.root).filter((file) => file.startsWith('session')),
      ['session-1.jsonl'],
    );
  });

  it('can be removed if Claude Code no longer has the plugin', async () => {
    await installPlugin(claude, { home: made.home, now: 5 });
    claude.plugins.clear();
    claude.marketplaces.clear();
    await removePlugin(claude, made.home);
    assert.equal(existsSync(made.home.folder), false);
  });

  for (const command of ['plugin marketplace add', 'plugin install'])
    it(`is removed again if Claude Code rejects “${command}”, and the error says why`, async () => {
      claude.refused = [command, 'Installing…\n✘ Failed: blocked by your organization\n'];
      await assert.rejects(installPlugin(claude, { home: made.home, now: 5 }), {
        reason: 'refused',
        message: 'Claude Code refused: Failed: blocked by your organization',
      });
      assert.deepEqual([claude.plugins.size, claude.marketplaces.size], [0, 0]);
      assert.equal(existsSync(made.home.folder), false);
    });

  it('stays if Claude Code refuses to remove the plugin', async () => {
    await installPlugin(claude, { home: made.home, now: 5 });
    claude.refused = ['plugin uninstall', '✘ Failed: managed'];
    await assert.rejects(removePlugin(claude, made.home), /refused: Failed: managed/);
    assert.ok(made.home.isInstalled);
  });

  it('is updated once for each new version of the extension', async () => {
    await installPlugin(claude, { home: made.home, now: 5 });
    extensionIn(made.root, '1.1.0');
    const newer = homeIn(made.root, '1.1.0');
    assert.equal(await newer.updateIfChanged(), true);
    assert.equal(await newer.updateIfChanged(), false);
    assert.equal(newer.installedAt, 5);
    const hooks = path.join(newer.marketplace, 'longthread/hooks');
    assert.deepEqual(readdirSync(hooks), ['chunk-1.1.0.js', 'register.js']);
    assert.equal(readFileSync(path.join(hooks, 'register.js'), 'utf8'), '// 1.1.0');
    assert.deepEqual(read('marketplace/longthread/home.json'), {
      v: 1,
      folder: newer.folder,
      extension: path.join(made.root, 'extension-1.1.0'),
    });
    assert.equal(claude.ran.length, 2);
  });

  it('stores all requested rules, but only the last request to compact, undo or redo', async () => {
    await made.home.write(5);
    const rule = { v: 1, id: 'e1', at: 1, kind: 'rule', text: 'Never touch docs/.', on: true } as const;
    const wishes: readonly PluginCommand[] = [
      { kind: 'compact' },
      { kind: 'entry', entry: rule },
      { kind: 'undo' },
    ];
    for (const wish of wishes) await made.home.wish('session-1', { number: 1, wish, messages: [] });
    assert.deepEqual(await made.home.wishes('session-1'), [
      { number: 2, wish: { kind: 'entry', entry: rule }, messages: [] },
      { number: 3, wish: { kind: 'undo' }, messages: [] },
    ]);
  });

  it('is not created by an update if the person never installed the plugin', async () => {
    assert.equal(await made.home.updateIfChanged(), false);
    assert.equal(existsSync(made.home.folder), false);
  });
});

describe('the version of Claude Code', () => {
  const versions: readonly [string, RegExp | undefined][] = [
    ['2.1.287 (Claude Code)', undefined],
    ['2.2.0', undefined],
    ['3.0.1 (Claude Code)', undefined],
    [
      '2.1.286 (Claude Code)',
      /Claude Code 2\.1\.286 can’t use Longthread\. Run “claude update” to get 2\.1\.287 or newer/,
    ],
    ['1.9.999', /get 2\.1\.287 or newer/],
    ['command not known', /: The program “claude” does not report its version/],
  ];

  for (const [version, problem] of versions)
    it(`“${version}” is ${problem === undefined ? 'accepted' : 'rejected with an error sentence'}`, async () => {
      const claude = new FakeClaude();
      claude.version = version;
      if (problem === undefined) assert.ok(version.startsWith(await checkedVersion(claude)));
      else await assert.rejects(checkedVersion(claude), problem);
    });

  it('can’t be read if the program can’t be started', async () => {
    const broken = { run: () => Promise.reject(new Error('spawn EACCES')) };
    await assert.rejects(checkedVersion(broken), {
      reason: 'cannotRun',
      message: 'Claude Code could not be started (spawn EACCES).',
    });
  });
});
