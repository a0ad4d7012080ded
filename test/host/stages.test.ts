import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LongthreadApi } from '../../src/extension/api/api.ts';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { until } from '../support/until.ts';
import { openRepository, type Repository } from './support/git.ts';
import { longthreadApi, run, set } from './support/longthread.ts';

describe('a stage', () => {
  let api: LongthreadApi;
  let demo: DemoEndpoint | undefined;
  let folder: string;
  let repository: Repository;
  const digests = (): string =>
    api.getContext().find(({ text }) => text.includes('## Finished stages'))?.text ?? '';

  function git(...args: readonly string[]): void {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    execFileSync('git', [...identity, ...args], { cwd: folder });
  }

  function commit(subject: string): void {
    writeFileSync(path.join(folder, 'notes.txt'), subject);
    git('add', '.');
    git('commit', '-q', '-m', `${subject}\n\nThe body is not the title.`);
  }

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'longthread-git-'));
    execFileSync('git', ['init', '-q'], { cwd: folder });
    commit('Begin');
    repository = await openRepository(folder);
    api = await longthreadApi();
    demo = await startDemoEndpoint({ windowTokens: 100_000, pauseMs: 0 });
    await run('connect', { url: demo.url, key: 'sk-demo', model: DEMO_MODEL });
    await run('newSession');
    for (const question of ['Read src/visit.ts.', 'Where is formatTime used?']) await run('ask', question);
    await repository.status();
  });

  after(async () => {
    await set({ 'endpoint.url': undefined, model: undefined, 'stages.byCommit': undefined });
    await demo?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function headHasLeft(commit: string | undefined): Promise<void> {
    return until('Git reports another commit', () => repository.state.HEAD?.commit !== commit, {
      pause: () => repository.status(),
    });
  }

  /** Resolves when Git has reported the commit and Longthread has appended the stage. */
  async function digestOf(subject: string): Promise<string> {
    await until(`a digest of "${subject}"`, async () => {
      await repository.status();
      return digests().includes(subject);
    });
    return digests();
  }

  it('ends at a commit, whose subject becomes the title', async () => {
    commit('Visits keep their names');
    const digest = await digestOf('Visits keep their names');
    assert.match(digest, /- Visits keep their names \(m\d+–m\d+\): Asked: Read src\/visit\.ts\./);
    assert.doesNotMatch(digest, /Begin|The body/);
  });

  it('does not end when a commit is amended', async () => {
    await run('ask', 'Where is freeBerths used?');
    const { commit: before } = repository.state.HEAD ?? {};
    git('commit', '-q', '--amend', '-m', 'Visits keep their name');
    await headHasLeft(before);
    await run('ask', 'And now?');
    assert.doesNotMatch(digests(), /Visits keep their name \(/);
  });

  it('does not end at a commit if stages.byCommit is off', async () => {
    await set({ 'stages.byCommit': false });
    await run('ask', 'Where is collide used?');
    const { commit: before } = repository.state.HEAD ?? {};
    commit('Not a stage');
    await headHasLeft(before);
    await run('ask', 'And now?');
    assert.doesNotMatch(digests(), /Not a stage/);
  });
});
