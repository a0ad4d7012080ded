import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { beginSession } from './scriptedWindow.ts';
import { call, openScriptedChat, type ScriptedChat } from '../support/scriptedChat.ts';
import type { Answer } from '../support/scriptedEndpoint.ts';

const named = (name: string) => ({
  name,
  displayName: name,
  modelDescription: `What the tides do, by ${name}.`,
  inputSchema: { type: 'object', properties: { day: { type: 'string' } } },
});
const manifest = {
  ...{ name: 'tides', publisher: 'longthread-tests', version: '0.0.1', main: './extension.cjs' },
  engines: { vscode: '^1.110.0' },
  activationEvents: ['onStartupFinished'],
  contributes: { languageModelTools: [named('tides_look'), named('tides_flood')] },
};
const main = `
const vscode = require('vscode');
exports.activate = () => {
  vscode.lm.registerTool('tides_look', {
    invoke: async ({ input }) => new vscode.LanguageModelToolResult([
      new vscode.LanguageModelTextPart('High water on ' + input.day + '. password = "vT9#qLw2!xZr"'),
      vscode.LanguageModelDataPart.image(new Uint8Array(3), 'image/png'),
    ]),
  });
  vscode.lm.registerTool('tides_flood', { invoke: () => { throw new Error('The gauge is flooded.'); } });
};
`;

/** A server that speaks the Model Context Protocol as far as a call needs it. */
const mcpServer = `
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  const answer = (result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  if (method === 'initialize') {
    const serverInfo = { name: 'gulls', version: '1' };
    answer({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo });
  }
  if (method === 'tools/list') answer({ tools: [{ name: 'count', description: 'Counts gulls.', inputSchema: { type: 'object' } }] });
  if (method === 'tools/call') answer({ content: [{ type: 'text', text: 'Forty gulls.' }] });
});
`;

describe('tools of other extensions in a real editor', () => {
  let companion: string;
  let editor: ScriptedChat;

  before(async () => {
    companion = mkdtempSync(path.join(tmpdir(), 'lt-tides-'));
    writeFileSync(path.join(companion, 'package.json'), JSON.stringify(manifest));
    writeFileSync(path.join(companion, 'extension.cjs'), main);
    const gulls = path.join(companion, 'gulls.cjs');
    writeFileSync(gulls, mcpServer);
    const servers = { gulls: { type: 'stdio', command: process.execPath, args: [gulls] } };
    editor = await openScriptedChat({
      extensions: { 'longthread-tests.tides': companion },
      // With AI features disabled the editor has no MCP servers.
      settings: { 'chat.disableAIFeatures': false },
      prepare: (folder) => {
        mkdirSync(path.join(folder, '.vscode'), { recursive: true });
        writeFileSync(path.join(folder, '.vscode/mcp.json'), JSON.stringify({ servers }));
      },
    });
  });

  after(async () => {
    await editor.close();
    rmSync(companion, { recursive: true });
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

  it('are called after a question where the person chose them, and their results are masked', async () => {
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

  it('ask each time until they are allowed for longer, also after a reload, and report failures to the model', async () => {
    await say('Flood it.', call('tides_look', { day: 'friday' }), call('tides_flood', {}));
    await allow('tides_look', 'Always');
    await allow('tides_flood', 'Allow once');
    await editor.settled();
    assert.match(newestResult(), /^tides_flood failed: .*The gauge is flooded\./u);
    await editor.reload();
    await say('And now?', call('tides_look', { day: 'sunday' }), call('tides_flood', {}));
    await question('tides_flood').getByRole('button', { name: 'Deny', exact: true }).click();
    await editor.settled();
    const results = editor.results();
    assert.match(results.at(-2) ?? '', /^High water on sunday/u);
    assert.match(results.at(-1) ?? '', /nothing was done/u);
  });

  it('may come from an MCP server, and exist only in sessions in which they were chosen', async () => {
    await editor.runCommand('MCP: List Servers');
    for (const row of ['gulls', 'Start Server']) await item(row).click();
    await editor.page.locator('.view-line', { hasText: /Discovered\s1\stools/u }).waitFor();
    await choose('mcp_gulls_count');
    await say('Count them.', call('mcp_gulls_count', {}));
    await allow('mcp_gulls_count', 'Allow once');
    // The editor asks itself about a tool of an MCP server that does not say that it only reads.
    await editor.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Yes' }).click();
    await editor.settled();
    assert.equal(newestResult(), 'Forty gulls.');
    await beginSession(editor);
    await say('And here?', call('mcp_gulls_count', {}));
    await editor.settled();
    assert.match(newestResult(), /^There is no tool “mcp_gulls_count”/u);
  });
});
