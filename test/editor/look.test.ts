import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Step } from '../agent/probe/script.ts';
import { copySample } from '../support/demo/startSetUp.ts';
import { SCRIPTED_MODEL, startScriptedEndpoint, textOfSent } from '../support/scriptedEndpoint.ts';
import type { ScriptedEndpoint } from '../support/scriptedEndpoint.ts';
import { until } from '../support/until.ts';
import { openWorkbench, type Workbench } from '../support/vscodeWorkbench.ts';

const call = (tool: string, input: object): readonly Step[] => [{ tool, input }];

/** The workspace is a folder of a repository, beside another one that the window does not open. */
describe('the tools of the chat that ask a real editor', () => {
  const script: (readonly Step[])[] = [];
  let root: string;
  let endpoint: ScriptedEndpoint;
  let workbench: Workbench;

  before(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'lt-look-'));
    const folder = copySample(path.join(root, 'harbour-log'));
    writeFileSync(path.join(root, 'elsewhere.txt'), 'one\n');
    const git = (...args: readonly string[]): void => {
      const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
      execFileSync('git', [...identity, ...args], { cwd: root });
    };
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-q', '-m', 'Begin the log');
    writeFileSync(path.join(root, 'elsewhere.txt'), 'not yours\n');
    writeFileSync(path.join(folder, 'README.md'), 'API_KEY=sk-proj-T1dESp4rk9WxQzLm7Vb2Nc8Rf5Hy3Gd6\n');
    endpoint = await startScriptedEndpoint(200_000, () => script.shift() ?? [{ text: 'Nothing more.' }]);
    workbench = await openWorkbench({
      workspace: folder,
      builtIns: ['typescript-language-features', 'node_modules'],
      settings: {
        'longthread.model': SCRIPTED_MODEL,
        'longthread.endpoint.url': endpoint.url,
        'git.enabled': true,
        'git.openRepositoryInParentFolders': 'always',
        'files.associations': {},
      },
    });
    await workbench.chat.locator('lt-composer textarea').waitFor();
  });

  after(async () => {
    await workbench.close();
    endpoint.close();
    rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  /** What the model is told of these calls; nobody is asked for any of them. */
  async function told(words: string, calls: readonly (readonly Step[])[]): Promise<readonly string[]> {
    script.push(...calls, [{ text: 'That is all.' }]);
    await workbench.say(words);
    await workbench.chat.locator('lt-user-row', { hasText: words }).waitFor();
    await until(
      'the turn is over',
      async () =>
        script.length === 0 && (await workbench.chat.locator('lt-composer .progress').count()) === 0,
    );
    const sent = endpoint.sent.at(-1) ?? [];
    const since = sent.slice(sent.findLastIndex(({ role }) => role === 'user'));
    return since.filter(({ role }) => role === 'tool').map(textOfSent);
  }

  it('find a symbol, its uses and its definition by the editor’s own TypeScript', async () => {
    const [symbol, uses, definition] = await told('Look at the times.', [
      call('find_symbol', { query: 'parseTime' }),
      call('find_references', { path: 'src/time.ts', symbol: 'parseTime' }),
      call('go_to_definition', { path: 'src/visit.ts', symbol: 'parseTime' }),
    ]);
    assert.match(symbol ?? '', /^src\/time\.ts:2: function parseTime/);
    assert.match(uses ?? '', /^src\/time\.ts:2: export function parseTime/m);
    assert.match(uses ?? '', /^src\/visit\.ts:\d+: .*parseTime/m);
    assert.match(definition ?? '', /^src\/time\.ts:2\n2\texport function parseTime/);
  });

  it('tell state, differences and commits, of the workspace’s files alone, and no secret', async () => {
    const [state, diff, log] = await told('What is changed?', [
      call('git_status', {}),
      call('git_diff', {}),
      call('git_log', {}),
    ]);
    assert.equal(
      state,
      'On main\nChanged, not staged:\n- modified README.md\n[1 more outside the workspace]',
    );
    assert.match(diff ?? '', /^diff --git a\/harbour-log\/README\.md/);
    assert.match(diff ?? '', /\+API_KEY=\[secret: /);
    assert.equal(/not yours|T1dESp4rk/.test(JSON.stringify(endpoint.sent)), false);
    assert.match(log ?? '', /^[\da-f]{12} \d{4}-\d\d-\d\d Ada: Begin the log$/);
  });
});
