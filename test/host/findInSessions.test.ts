import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { findInSessions } from '../../src/extension/commands/findInSessions.ts';
import type { Parts } from '../../src/extension/parts.ts';
import { until } from '../support/until.ts';

const pause = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 50));

describe('a search in all sessions', () => {
  it('logs the reason and causes no unhandled rejection if it fails', async () => {
    const [warnings, unhandled]: [string[], unknown[]] = [[], []];
    const fault = new Error('no such folder');
    // This ignores rejections of the editor's own extensions, which also run in this process.
    const onRejection = (error: unknown): void => {
      if (error === fault) unhandled.push(error);
    };
    process.on('unhandledRejection', onRejection);
    const sessions = {
      find: () => ({
        [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(fault) }),
      }),
    };
    const services = {
      clock: { now: () => 0 },
      logger: { warn: (line: string) => void warnings.push(line) },
    };
    const finding = findInSessions('harbour', {
      parts: { sessions, services } as unknown as Parts,
      chat: { showMessage: () => Promise.resolve(true) },
    });
    await until('the failure is logged', () => warnings.length > 0, { pause });
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    await assert.rejects(finding, vscode.CancellationError);
    await pause();
    process.off('unhandledRejection', onRejection);
    assert.deepEqual([warnings, unhandled], [['the sessions could not be searched: no such folder'], []]);
  });
});
