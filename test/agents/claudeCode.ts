import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { agentProgram, type AgentProgram } from '../../src/adapters/claudeCode/agentProgram.ts';
import { projectRoot } from '../support/vscodeInstall.ts';
import { ClaudeEndpoint } from './claudeEndpoint.ts';
import { pinnedPackage } from './pinnedPackage.ts';

/** The version for which the tests were written. With another version, failing tests show what changed. */
export const CLAUDE_CODE_VERSION = '2.1.331';
export const PLUGIN = path.join(projectRoot, 'dist/claudeCode/longthread');

export interface Ran {
  readonly result: string;
  readonly code: number | null;
}

/** The real Claude Code, with a temporary home folder and project, no account, and a scripted endpoint. */
export class ClaudeCode {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'lt-claude-'));
  readonly home = path.join(this.folder, 'home');
  readonly project = path.join(this.folder, 'shop');
  readonly session = randomUUID();
  readonly endpoint: ClaudeEndpoint;
  readonly #command: string;
  #isBegun = false;
  /** The folders that Claude Code loads as plugins. */
  plugins: readonly string[] = [PLUGIN];
  windowTokens = 100_000;

  private constructor(command: string, endpoint: ClaudeEndpoint) {
    this.#command = command;
    this.endpoint = endpoint;
    mkdirSync(path.join(this.project, 'src'), { recursive: true });
    mkdirSync(path.join(this.home, '.claude'), { recursive: true });
  }

  /**
   * Installs Claude Code if necessary, and starts the endpoint. Returns undefined if npm has no package for this
   * machine: the package is only for Linux on x64.
   */
  static async start(): Promise<ClaudeCode | undefined> {
    const command = await pinnedPackage('@anthropic-ai/claude-code-linux-x64', CLAUDE_CODE_VERSION, 'claude');
    return command === undefined ? undefined : new ClaudeCode(command, await ClaudeEndpoint.start());
  }

  stop(): void {
    this.endpoint.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Records that `spawn` has begun the session, so that `say` resumes it. */
  markBegun(): void {
    this.#isBegun = true;
  }

  file(name: string, text: string | Buffer): void {
    mkdirSync(path.dirname(path.join(this.project, name)), { recursive: true });
    writeFileSync(path.join(this.project, name), text);
  }

  /** Copies the plugin, and makes the copy run the code `fault` at the third request. Returns the copy's folder. */
  faulty(fault: string): string {
    const folder = this.#copied();
    const file = path.join(folder, 'hooks/register.js');
    const [before, found, after] = readFileSync(file, 'utf8').split(/(\w+\(\w+,"tools"\)\.length===0)/u);
    if (after === undefined || found === undefined) throw new Error('The bundle has no place for a fault.');
    const source = `${before ?? ''}(faulted(),${found})${after}`;
    writeFileSync(
      file,
      `${source};let counted=0;function faulted(){counted+=1;if(counted===3){${fault}}return false}`,
    );
    return folder;
  }

  /** Copies the plugin with this source as its module. Returns the copy's folder. */
  probe(source: string): string {
    const folder = this.#copied();
    writeFileSync(path.join(folder, 'hooks/register.js'), source);
    return folder;
  }

  #copied(): string {
    const folder = path.join(this.folder, `plugin-${randomUUID().slice(0, 8)}`);
    cpSync(PLUGIN, folder, { recursive: true });
    return folder;
  }

  /** Sends one prompt in a new process. The process begins or resumes the session. */
  async say(prompt: string, ...options: readonly string[]): Promise<Ran> {
    const session = this.#isBegun ? ['--resume', this.session] : ['--session-id', this.session];
    this.#isBegun = true;
    const { output, code } = await this.run('-p', prompt, ...session, '--output-format', 'json', ...options);
    const found = /"result":("(?:[^"\\]|\\.)*")/u.exec(output)?.[1];
    return { result: found === undefined ? output : (JSON.parse(found) as string), code };
  }

  /** Sends several prompts in one process, each after the answer to the previous prompt. Returns the answers. */
  async talk(prompts: readonly string[], ...options: readonly string[]): Promise<readonly string[]> {
    const session = this.#isBegun ? ['--resume', this.session] : ['--session-id', this.session];
    this.#isBegun = true;
    const child = this.spawn('-p', ...session, ...STREAMS, ...options);
    const results: string[] = [];
    const left = [...prompts];
    const next = (): void => {
      const content = left.shift();
      if (content === undefined) child.stdin?.end();
      else child.stdin?.write(`${JSON.stringify({ type: 'user', message: { role: 'user', content } })}\n`);
    };
    let rest = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.includes('"type":"result"')) continue;
        results.push((JSON.parse(line) as { result?: string }).result ?? '');
        next();
      }
    });
    next();
    await new Promise((resolve) => child.once('close', resolve));
    return results;
  }

  async run(...args: readonly string[]): Promise<{ readonly output: string; readonly code: number | null }> {
    const child = this.spawn(...args);
    child.stdin?.end();
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { output: Buffer.concat(chunks).toString(), code };
  }

  /** Claude Code's program, run by the same code as in the extension. */
  get program(): AgentProgram {
    return agentProgram(this.#command, { folder: this.home, env: this.#env() });
  }

  spawn(...args: readonly string[]): ChildProcess {
    const isSession = args.includes('-p');
    const options = isSession
      ? [
          ...this.plugins.flatMap((folder) => ['--plugin-dir', folder]),
          '--debug-file',
          this.debugFile,
          '--allowedTools',
          TOOLS,
        ]
      : [];
    return spawn(this.#command, [...args, ...options], {
      cwd: this.project,
      env: this.#env(),
      stdio: 'pipe',
    });
  }

  /** The text of Claude Code's debug log. */
  get debug(): string {
    return readFileSync(this.debugFile, 'utf8');
  }

  get debugFile(): string {
    return path.join(this.folder, 'debug.log');
  }

  /**
   * Returns the files and folders whose path or text contains a word. Searches `folder`, by default Claude Code's
   * folder.
   */
  naming(word: string, folder = path.join(this.home, '.claude')): readonly string[] {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .map((entry) => ({ entry, file: path.join(entry.parentPath, entry.name) }))
      .filter(
        ({ entry, file }) =>
          file.includes(word) || (entry.isFile() && readFileSync(file, 'utf8').includes(word)),
      )
      .map(({ file }) => file);
  }

  #env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.home,
      ANTHROPIC_BASE_URL: this.endpoint.address,
      ANTHROPIC_API_KEY: 'sk-ant-of-nobody',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_AUTO_COMPACT_WINDOW: String(this.windowTokens),
    };
  }
}

const TOOLS = 'Bash,Read,Edit,Write,Agent,mcp__longthread__recall';
const STREAMS = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];

/** Starts a new Claude Code for each test of a suite. Skips the tests if there is no Claude Code for this machine. */
export function withClaudeCode(take: (claude: ClaudeCode) => void): void {
  let started: ClaudeCode | undefined;

  beforeEach(async function () {
    started = await ClaudeCode.start();
    if (started === undefined) this.skip();
    else take(started);
  });

  afterEach(() => {
    started?.stop();
  });
}
