import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { memorySearch } from '../../src/extension/tools/memorySearch.ts';
import { editorTools, recallTool, type EditorToolsOptions } from '../../src/extension/tools/editorTools.ts';
import { recall } from '../../src/extension/tools/recall.ts';
import { run } from './support/longthread.ts';

type LiveSession = Parameters<typeof recall>[0];

async function invoke(name: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '?')).join('');
}

/** The options of a recall tool in a window in which no session is open. */
const withoutSession = {
  session: () => undefined,
  asker: () => undefined,
  settings: { current: { recall: true } },
} as unknown as EditorToolsOptions;

async function refusal(options: EditorToolsOptions): Promise<string> {
  const { token } = new vscode.CancellationTokenSource();
  try {
    await recallTool(options).invoke({ input: { query: 'x' }, toolInvocationToken: undefined }, token);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'none';
}

describe('Longthread’s tools for the editor’s agent', () => {
  before(() => run('openSample'));

  it('are offered with exactly the arguments that they can parse', () => {
    const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const nothing: unknown = undefined;
    const ours = {
      longthread_recall: recall(nothing as LiveSession, logger),
      longthread_memory_search: memorySearch(nothing as Parameters<typeof memorySearch>[0]),
    };
    for (const [name, { schema }] of Object.entries(ours)) {
      const offered = vscode.lm.tools.find((tool) => tool.name === name);
      assert.ok(offered, `${name} is not offered`);
      assert.deepEqual(offered.inputSchema, schema.parameters);
    }
  });

  it('read a message by its address, such as m1, and search for words in the window’s current session', async () => {
    assert.match(
      await invoke('longthread_recall', { address: 'm1' }),
      /^\[original of m1, the person, .*\]\nThe tests of the harbour log fail\./u,
    );
    assert.match(
      await invoke('longthread_recall', { query: 'harbour' }),
      /^\[no compacted message matches “harbour”, but these messages, which are still in the context, match it: m\d+/u,
    );
    await run('newSession');
    try {
      await assert.rejects(invoke('longthread_recall', { address: 'm1' }), /Nothing has the address m1\./u);
    } finally {
      await run('openSample');
    }
  });

  it('say that no memory of this workspace matches the query', async () => {
    assert.match(
      await invoke('longthread_memory_search', { query: 'zzyzx' }),
      /^\[no memory is about zzyzx\]$/u,
    );
  });

  it('cause no error in an editor that accepts no tools', () => {
    for (const lm of [undefined, {}])
      assert.doesNotThrow(() => {
        editorTools(withoutSession, lm).dispose();
      });
  });

  it('explain in one sentence why nothing can be recalled', async () => {
    await assert.rejects(invoke('longthread_recall', {}), /Give an address such as m42, or a query\./u);
    assert.equal(
      await refusal(withoutSession),
      'No Longthread session is open in this window, so there is nothing to recall; open one in the Longthread view.',
    );
    assert.equal(
      await refusal({
        ...withoutSession,
        settings: { current: { recall: false } },
      } as unknown as EditorToolsOptions),
      'Recall is turned off in the settings of Longthread (longthread.recall).',
    );
  });
});
