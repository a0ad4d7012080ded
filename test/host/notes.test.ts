import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { LongthreadApi } from '../../src/extension/api/api.ts';
import { DEMO_MODEL, startDemoEndpoint, type DemoEndpoint } from '../support/demoEndpoint.ts';
import { longthreadApi, run, set } from './support/longthread.ts';

/** Runs a task that ends with this exit code. */
async function runTask(name: string, exitCode: number): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const execution = new vscode.ProcessExecution(process.execPath, ['-e', `process.exit(${exitCode})`]);
  const task = new vscode.Task(
    { type: 'process' },
    folder ?? vscode.TaskScope.Workspace,
    name,
    'test',
    execution,
  );
  task.presentationOptions = { reveal: vscode.TaskRevealKind.Never };
  const ended = new Promise<void>((resolve) => {
    const waiting = vscode.tasks.onDidEndTaskProcess((event) => {
      if (event.execution.task.name !== name) return;
      waiting.dispose();
      resolve();
    });
  });
  await vscode.tasks.executeTask(task);
  await ended;
}

describe('a task outside the chat', () => {
  let api: LongthreadApi;
  let demo: DemoEndpoint;
  const newestQuestion = (): string => api.getContext().findLast(({ role }) => role === 'user')?.text ?? '';

  before(async () => {
    api = await longthreadApi();
    demo = await startDemoEndpoint({ windowTokens: 100_000, pauseMs: 0 });
    await run('connect', { url: demo.url, key: 'sk-demo', model: DEMO_MODEL });
    await run('newSession');
    await run('ask', 'Hello.');
  });

  after(async () => {
    await set({ 'endpoint.url': undefined, model: undefined, 'observations.task': undefined });
    await demo.close();
  });

  it('is reported once to the model in the next message', async () => {
    await runTask('tidy up', 3);
    await run('ask', 'What happened?');
    assert.match(newestQuestion(), /- task: task “tidy up” ended with exit code 3/);
    await run('ask', 'And since?');
    assert.doesNotMatch(newestQuestion(), /tidy up/);
  });

  it('is not reported if observations.task is off, unless the task is a test run', async () => {
    await set({ 'observations.task': false });
    await runTask('tidy up again', 4);
    await runTask('unit tests', 1);
    await run('ask', 'What happened?');
    assert.doesNotMatch(newestQuestion(), /tidy up again/);
    assert.match(newestQuestion(), /- test: test run “unit tests” ended with exit code 1/);
  });
});
