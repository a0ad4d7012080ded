import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import {
  useInClaudeCode,
  type ClaudeCodePorts,
  type Question,
} from '../../../../src/extension/claudeCode/useInClaudeCode.ts';
import { FakeClaude, temporaryHome } from '../../../support/fakeClaude.ts';

describe('The command “Use Longthread in Claude Code”', () => {
  let claude: FakeClaude;
  let made: ReturnType<typeof temporaryHome>;
  let asked: Question[];
  let told: string[];

  beforeEach(() => {
    claude = new FakeClaude();
    made = temporaryHome();
    [asked, told] = [[], []];
  });

  afterEach(() => {
    made.remove();
  });

  const ports = (changes: Partial<ClaudeCodePorts> = {}): ClaudeCodePorts => ({
    program: claude,
    home: made.home,
    now: () => 5,
    state: () => Promise.resolve('The plugin ran in 2 sessions.'),
    confirm: async (question) => void asked.push(question),
    tell: (sentence) => void told.push(sentence),
    waitFor: (_what, work) => work(new AbortController().signal),
    ...changes,
  });

  it('installs the plugin if the plugin is missing, and otherwise removes the plugin', async () => {
    await useInClaudeCode(ports());
    assert.equal(asked[0]?.sentence, 'Use Longthread in Claude Code 2.1.331?');
    for (const words of [
      'copies its plugin',
      'Claude Code’s own commands',
      'transcript stays whole',
      'not masked',
    ])
      assert.ok(asked[0].detail.includes(words), words);
    assert.match(told[0] ?? '', /^Longthread is installed in Claude Code\./);
    assert.ok(made.home.isInstalled && claude.plugins.has('longthread@longthread'));
    await useInClaudeCode(ports());
    assert.deepEqual(
      asked.map(({ action }) => action),
      ['Install', 'Remove'],
    );
    assert.match(
      asked[1]?.detail ?? '',
      /^The plugin ran in 2 sessions\.\n\nClaude Code’s own commands remove/,
    );
    assert.match(told[1] ?? '', /^Longthread is removed from Claude Code\./);
    assert.equal(existsSync(made.home.folder), false);
    assert.equal(claude.plugins.size, 0);
  });

  it('installs the plugin again after the person removed the plugin in Claude Code', async () => {
    await useInClaudeCode(ports());
    claude.plugins.clear();
    await useInClaudeCode(ports());
    assert.equal(asked[1]?.action, 'Install');
    assert.ok(claude.plugins.has('longthread@longthread'));
  });

  it('changes nothing before the person agrees', async () => {
    const refusing = ports({ confirm: () => Promise.reject(new Error('closed')) });
    await assert.rejects(useInClaudeCode(refusing), /closed/);
    assert.deepEqual(claude.ran, ['--version']);
    assert.equal(existsSync(made.home.folder), false);
    await useInClaudeCode(ports());
    await assert.rejects(useInClaudeCode(refusing), /closed/);
    assert.ok(made.home.isInstalled && claude.plugins.size === 1);
  });

  it('says what to do if Claude Code is missing or too old', async () => {
    await assert.rejects(useInClaudeCode(ports({ program: undefined })), /not found: .*runs\.$/);
    claude.version = '2.1.100';
    await assert.rejects(
      useInClaudeCode(ports()),
      /can’t use Longthread\. Run “claude update” to get 2\.1\.287 or newer\.$/,
    );
    assert.equal(asked.length, 0);
  });
});
