import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Attachments } from '../../src/extension/chat/attachments.ts';
import { Completions } from '../../src/extension/chat/completions.ts';
import { until } from '../support/until.ts';

describe('the completion after an @ in the composer', () => {
  it('offers only keywords while the workspace’s files are being listed', async () => {
    const listing = Promise.withResolvers<{ files: Map<string, vscode.Uri>; folders: string[] }>();
    const completions = new Completions(
      () => 0,
      undefined,
      () => listing.promise,
    );
    const kinds = async (): Promise<readonly string[]> =>
      (await completions.offer('')).map(({ kind }) => kind);
    const first = await kinds();
    assert.ok(first.includes('problems') && !first.includes('file'), first.join());
    listing.resolve({ files: new Map([['a.ts', vscode.Uri.file('/a.ts')]]), folders: [] });
    await until('the files are offered', async () => (await kinds()).includes('file'));
  });

  it('attaches a suggestion offered for “pro” even if the text is now “prob”, but rejects an unknown suggestion', async () => {
    const attached: string[] = [];
    const attachments = {
      attachProblems: () => Promise.resolve(void attached.push('problems')),
    } as unknown as Attachments;
    const listed = { files: new Map<string, vscode.Uri>(), folders: [] };
    const completions = new Completions(
      () => 0,
      undefined,
      () => Promise.resolve(listed),
    );
    const [{ id } = { id: '' }] = await completions.offer('pro');
    const next = completions.offer('prob');
    await completions.accept(id, attachments);
    await next;
    await completions.accept(id, attachments);
    assert.deepEqual(attached, ['problems', 'problems']);
    await assert.rejects(completions.accept('c0', attachments), /no longer available/);
  });
});
