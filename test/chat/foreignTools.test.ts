import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { call, type ScriptedChat } from '../support/scriptedChat.ts';
import type { Answer } from '../support/scriptedEndpoint.ts';
import { repositoryWindow } from './repositoryWindow.ts';
import { beginSession } from './scriptedWindow.ts';

describe('tools of other extensions in a real editor', () => {
  let editor: ScriptedChat;

  before(async () => {
    editor = await repositoryWindow();
  });

  const say = (words: string, ...answers: readonly Answer[]): Promise<void> =>
    editor.ask(words, ...answers, [{ text: 'That is all.' }]);
  const question = (tool: string) =>
    editor.chat.locator('lt-approval-row', { hasText: `Use “${tool}”, a tool of another extension?` });
  const allow = (tool: string, term: string): Promise<void> =>
    question(tool).getByRole('button', { name: term, exact: true }).click();
  const item = (name: string): Locator =>
    editor.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first();

  async function choose(...names: readonly string[]): Promise<void> {
    const list = editor.page.locator('.quick-input-widget');
    await editor.runCommand('Longthread: Choose Tools of Other Extensions…');
    for (const name of names) {
      await list.locator('input[type=text]').fill(name);
      await item(name).locator('.quick-input-list-checkbox, .monaco-custom-toggle').first().click();
    }
    await list.getByRole('button', { name: 'OK' }).click();
  }

  const newestResult = (): string => editor.results().at(-1) ?? '';

  it('are called only if the person chose and allowed the tools', async () => {
    const { chat } = editor;
    await say('Look at the tides.', call('tides_look', { day: 'monday' }));
    await editor.settled();
    assert.match(newestResult(), /^There is no tool “tides_look”/u);
    await choose('tides_look', 'tides_flood');
    await say('Look again.', call('tides_look', { day: 'monday' }));
    await question('tides_look').getByText('"day": "monday"').waitFor();
    await allow('tides_look', 'Allow once');
    await editor.settled();
    assert.match(
      newestResult(),
      /^High water on monday\. password = "\[secret: password #1\]"\n\[image\/png, 3 bytes, not shown\]$/u,
    );
    assert.equal(await chat.getByText('vT9#qLw2!xZr').count(), 0);
  });

  it('need approval for each call until always allowed', async () => {
    await say('Flood it.', call('tides_look', { day: 'friday' }), call('tides_flood', {}));
    await allow('tides_look', 'Always');
    await allow('tides_flood', 'Allow once');
    await editor.settled();
    assert.match(newestResult(), /^tides_flood failed: .*The gauge is flooded\./u);
    await say('And now?', call('tides_look', { day: 'sunday' }), call('tides_flood', {}));
    await question('tides_flood').getByRole('button', { name: 'Deny', exact: true }).click();
    await editor.settled();
    const results = editor.results();
    assert.match(results.at(-2) ?? '', /^High water on sunday/u);
    assert.match(results.at(-1) ?? '', /nothing was done/u);
  });

  it('can come from an MCP server, and are chosen only for one session', async () => {
    await editor.runCommand('MCP: List Servers');
    for (const row of ['gulls', 'Start Server']) await item(row).click();
    await editor.page.locator('.view-line', { hasText: /Discovered\s1\stools/u }).waitFor();
    await choose('mcp_gulls_count');
    await say('Count them.', call('mcp_gulls_count', {}));
    await allow('mcp_gulls_count', 'Allow once');
    // The editor itself also asks for approval, because the MCP server does not declare the tool as read-only.
    await editor.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Yes' }).click();
    await editor.settled();
    assert.equal(newestResult(), 'Forty gulls.');
    await beginSession(editor);
    await say('And here?', call('mcp_gulls_count', {}));
    await editor.settled();
    assert.match(newestResult(), /^There is no tool “mcp_gulls_count”/u);
  });
});
