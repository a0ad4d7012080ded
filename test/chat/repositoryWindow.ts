import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { commitAll, openScriptedChat, withGit, type ScriptedChat } from '../support/scriptedChat.ts';
import { beginSession } from './scriptedWindow.ts';

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

/** The source of an MCP server that implements only what a tool call needs. */
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

let opened: Promise<ScriptedChat> | undefined;
let companion: string | undefined;

/**
 * Returns the same window with an empty session to all suites. The workspace is a folder of a repository, and the
 * repository has a changed file outside this folder. The workspace has instruction files for any assistant, and one
 * changed file. TypeScript, an MCP server and an extension with tools are installed.
 */
export async function repositoryWindow(): Promise<ScriptedChat> {
  opened ??= open();
  const window = await opened;
  window.script.length = 0;
  await beginSession(window);
  return window;
}

function open(): Promise<ScriptedChat> {
  const tools = mkdtempSync(path.join(tmpdir(), 'lt-tides-'));
  companion = tools;
  writeFileSync(path.join(tools, 'package.json'), JSON.stringify(manifest));
  writeFileSync(path.join(tools, 'extension.cjs'), main);
  const gulls = path.join(tools, 'gulls.cjs');
  writeFileSync(gulls, mcpServer);
  const servers = { gulls: { type: 'stdio', command: process.execPath, args: [gulls] } };
  return openScriptedChat({
    builtIns: ['typescript-language-features', 'node_modules'],
    extensions: { 'longthread-tests.tides': tools },
    // The editor has no MCP servers if its AI features are disabled.
    settings: { ...withGit, 'files.associations': {}, 'chat.disableAIFeatures': false },
    prepare: (folder) => {
      prepare(folder, servers);
    },
  });
}

function prepare(folder: string, servers: object): void {
  const elsewhere = path.join(path.dirname(folder), 'elsewhere.txt');
  writeFileSync(elsewhere, 'one\n');
  for (const name of ['.github', '.vscode']) mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, 'AGENTS.md'), 'Depths are in metres.\n');
  writeFileSync(path.join(folder, 'CLAUDE.md'), 'Heights are in metres.\n');
  writeFileSync(path.join(folder, '.github/copilot-instructions.md'), 'Times are in UTC.\n');
  writeFileSync(path.join(folder, '.vscode/mcp.json'), JSON.stringify({ servers }));
  commitAll(path.dirname(folder));
  writeFileSync(elsewhere, 'not yours\n');
  const secret = 'API_KEY=sk-proj-T1dESp4rk9WxQzLm7Vb2Nc8Rf5Hy3Gd6';
  appendFileSync(path.join(folder, 'README.md'), `\nA line that differs.\n${secret}\n`);
}

after(async () => {
  await (await opened)?.close();
  if (companion !== undefined) rmSync(companion, { recursive: true });
});
