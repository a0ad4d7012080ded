import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { AgentLauncher } from '../../src/adapters/mcp/agentLauncher.ts';
import { nodeStoreEnvironment } from '../../src/adapters/store/nodeStoreEnvironment.ts';
import { SessionStore } from '../../src/adapters/store/sessionStore.ts';
import { giveRecall, type RecallAgent, type RecallChoice } from '../../src/extension/mcp/giveRecall.ts';
import { projectRoot } from '../support/vscodeInstall.ts';
import { withClaudeCode, type ClaudeCode } from './claudeCode.ts';
import { PiAgent } from './piAgent.ts';
import { pinnedPackage } from './pinnedPackage.ts';

const SDK_VERSION = '1.32.2';

/** The part of the SDK's client that the tests use. */
interface SdkClient {
  connect(transport: object): Promise<void>;
  close(): Promise<void>;
  listTools(): Promise<{ readonly tools: readonly { readonly name: string }[] }>;
  callTool(call: {
    readonly name: string;
    readonly arguments: object;
  }): Promise<{ readonly content: readonly { readonly text: string }[]; readonly isError?: boolean }>;
  getServerVersion(): { readonly name: string } | undefined;
}

interface Sdk {
  readonly Client: new (info: object) => SdkClient;
  readonly StdioClientTransport: new (options: object) => object;
}

async function officialSdk(): Promise<Sdk | undefined> {
  const file = await pinnedPackage('@modelcontextprotocol/sdk', SDK_VERSION, 'dist/esm/client/index.js');
  if (file === undefined) return undefined;
  const modules = [file, path.join(path.dirname(file), 'stdio.js')].map((each) => pathToFileURL(each).href);
  const [client, stdio] = await Promise.all(modules.map((each) => import(each) as Promise<Partial<Sdk>>));
  return { ...client, ...stdio } as Sdk;
}

describe('The MCP server for other agents', () => {
  let folder: string;
  let launcher: AgentLauncher;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'lt-mcp-'));
    launcher = new AgentLauncher({
      command: 'mcp',
      storage: path.join(folder, 'storage'),
      program: process.execPath,
      commandLine: path.join(projectRoot, 'dist/cli.js'),
      isWindows: false,
    });
    launcher.write();
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  async function session(workspace: string, text: string): Promise<string> {
    const log = await new SessionStore(path.join(folder, 'storage'), nodeStoreEnvironment).create();
    const at = 1_700_000_000_000;
    const parts = [{ type: 'text' as const, text }];
    await log.append({
      v: 1,
      id: 'e1',
      at,
      kind: 'session',
      title: 'Work',
      workspace: pathToFileURL(workspace).href,
    });
    await log.append({ v: 1, id: 'm1', at, kind: 'message', message: { role: 'user', parts } });
    await log.close();
    return log.sessionId;
  }

  it('lets the official SDK’s client find and read only the sessions of the workspace', async function () {
    const sdk = await officialSdk();
    if (sdk === undefined) return this.skip();
    const [here, there] = [
      await session(folder, 'the lock is ours'),
      await session(tmpdir(), 'the lock is theirs'),
    ];
    const client = new sdk.Client({ name: 'test', version: '1.0.0' });
    await client.connect(new sdk.StdioClientTransport({ command: launcher.path, args: [], cwd: folder }));
    try {
      assert.equal(client.getServerVersion()?.name, 'longthread');
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        ['search', 'recall'],
      );
      const found = await client.callTool({ name: 'search', arguments: { query: 'lock' } });
      const text = found.content.map((each) => each.text).join('\n');
      assert.ok(text.includes(`${here}/m1`) && !text.includes(there) && !text.includes('theirs'));
      const read = await client.callTool({ name: 'recall', arguments: { address: `${here}/m1` } });
      assert.match(read.content[0]?.text ?? '', /the lock is ours$/);
      const refused = await client.callTool({ name: 'recall', arguments: { address: `${there}/m1` } });
      assert.equal(refused.isError, true);
    } finally {
      await client.close();
    }
  });

  it('is added and removed by the real pi’s own commands, and pi offers the server’s tools only in between', async function () {
    const pi = await PiAgent.start();
    if (pi === undefined) return this.skip();
    try {
      const ports = {
        ...{ programs: { claudeCode: undefined, codex: undefined, pi: pi.program }, launcher },
        choose: (choices: readonly RecallChoice[]) =>
          Promise.resolve(choices.find(({ choice }) => choice === 'pi') ?? assert.fail()),
        ...{ confirm: () => Promise.resolve(), copy: () => Promise.resolve(), tell: () => undefined },
        waitFor: <T>(_what: string, work: (signal: AbortSignal) => Promise<T>) =>
          work(new AbortController().signal),
      };
      let given: readonly RecallAgent[] = [];
      const give = (): Promise<void> =>
        giveRecall({
          ...{ ...ports, given: () => given },
          keepGiven: (agents) => Promise.resolve(void (given = agents)),
        });
      await give();
      pi.open();
      await pi.say('Hello.');
      const tools = (): readonly string[] =>
        (pi.endpoint.requests.at(-1)?.tools ?? [])
          .map(({ name }) => name)
          .filter((name) => /longthread/.test(name));
      assert.deepEqual(tools(), ['mcp__longthread__search', 'mcp__longthread__recall']);
      await pi.close();
      await give();
      pi.open();
      await pi.say('Hello again.');
      assert.deepEqual(tools(), []);
    } finally {
      await pi.stop();
    }
  });

  describe('in the real Claude Code', () => {
    let claude: ClaudeCode;
    withClaudeCode((started) => {
      claude = started;
    });

    it('is added and removed by Claude Code’s own commands, and answers Claude Code in between', async () => {
      const added = await claude.program.run([
        'mcp',
        'add',
        '--scope',
        'user',
        'longthread',
        '--',
        launcher.path,
      ]);
      assert.ok(added.isDone, added.output);
      const { output } = await claude.program.run(['mcp', 'get', 'longthread']);
      assert.match(output, /Connected/);
      const removed = await claude.program.run(['mcp', 'remove', '--scope', 'user', 'longthread']);
      assert.ok(removed.isDone, removed.output);
    });
  });
});
