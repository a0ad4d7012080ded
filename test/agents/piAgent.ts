import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { claudeProgram, type ClaudeProgram } from '../../src/adapters/claudeCode/claudeProgram.ts';
import { PiExtension } from '../../src/adapters/otherAgents/piExtension.ts';
import { projectRoot } from '../support/vscodeInstall.ts';
import { ClaudeEndpoint } from './claudeEndpoint.ts';
import { pinnedPackage } from './pinnedPackage.ts';

/** What the tests were written against; another version says by the tests that fail what it changed. */
export const PI_VERSION = '1.5.2';

/** An event, or the answer to a command. */
interface Told {
  readonly type: string;
  readonly command?: string;
  readonly success?: boolean;
  readonly error?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Of what an extension shows. */
  readonly method?: string;
  readonly message?: unknown;
}

/** The real pi over its commands on standard input, with a folder of its own, no account, and a scripted endpoint. */
export class PiAgent {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'lt-pi-'));
  /** pi's own folder. */
  readonly home = path.join(this.folder, 'agent');
  readonly workspace = path.join(this.folder, 'shop');
  readonly endpoint: ClaudeEndpoint;
  readonly extension: PiExtension;
  /** All that pi told, the oldest first. */
  readonly told: Told[] = [];
  readonly bundle = path.join(projectRoot, 'dist/pi/longthread.js');
  readonly #command: string;
  #child: ChildProcessWithoutNullStreams | undefined;
  #closed: Promise<unknown> | undefined;
  #heard: () => void = () => undefined;

  private constructor(command: string, endpoint: ClaudeEndpoint) {
    this.#command = command;
    this.endpoint = endpoint;
    this.extension = new PiExtension({
      folder: this.home,
      bundle: this.bundle,
      program: process.execPath,
    });
    mkdirSync(this.workspace);
    mkdirSync(this.home);
    this.#write('models.json', {
      providers: {
        scripted: {
          ...{ baseUrl: endpoint.address, api: 'anthropic-messages', apiKey: 'none' },
          models: [{ id: 'scripted', contextWindow: 60_000, maxTokens: 4_000 }],
        },
      },
    });
    this.#write('settings.json', { compaction: { keepRecentTokens: 3_000 } });
  }

  /** Undefined where it can't be had. */
  static async start(): Promise<PiAgent | undefined> {
    const command = await pinnedPackage('@earendil-works/pi-coding-agent', PI_VERSION, 'dist/bundle/cli.js');
    return command === undefined ? undefined : new PiAgent(command, await ClaudeEndpoint.start());
  }

  /** The program, as far as it takes commands. */
  get program(): ClaudeProgram {
    return {
      run: (args, signal) =>
        claudeProgram(process.execPath, { folder: this.workspace, env: this.#env }).run(
          [this.#command, ...args],
          signal,
        ),
    };
  }

  get #env(): NodeJS.ProcessEnv {
    return {
      ...{ PATH: process.env['PATH'], HOME: this.folder, PI_CODING_AGENT_DIR: this.home },
      ...{ PI_OFFLINE: '1', PI_TELEMETRY: '0' },
    };
  }

  /** Begins a process; a session that is there goes on. */
  open(): void {
    const args = [this.#command, '--mode', 'rpc', '--model', 'scripted/scripted', '--continue'];
    const child = spawn(process.execPath, args, { cwd: this.workspace, env: this.#env });
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.told.push(JSON.parse(line) as Told);
      this.#heard();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.told.push({ type: 'stderr', message: text });
    });
    // One that has ended by itself takes nothing any more.
    child.stdin.on('error', () => undefined);
    this.#closed = once(child, 'close').then(() => {
      this.told.push({ type: 'closed' });
      this.#heard();
    });
    this.#child = child;
  }

  async close(): Promise<void> {
    const child = this.#child;
    if (child === undefined) return;
    child.stdin.end();
    await this.#closed;
    this.#child = undefined;
  }

  async stop(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.close();
    this.endpoint.stop();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Resolves when nothing is to be done any more. */
  async say(message: string): Promise<void> {
    const from = this.told.length;
    this.#tell({ type: 'prompt', message });
    await this.#next(from, ({ type }) => type === 'agent_settled');
  }

  async compact(customInstructions?: string): Promise<Told> {
    const from = this.told.length;
    this.#tell({ type: 'compact', ...(customInstructions !== undefined && { customInstructions }) });
    return this.#next(from, ({ type, command }) => type === 'response' && command === 'compact');
  }

  /** What extensions told the person, and what failed in one. */
  get notices(): readonly string[] {
    return this.told.flatMap(({ type, method, message, error }) =>
      type === 'extension_error' ? [String(error)] : method === 'notify' ? [String(message)] : [],
    );
  }

  /** The file of the session. */
  get session(): string {
    const folder = path.join(this.home, 'sessions');
    const [file = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jsonl'),
    );
    return path.join(folder, file);
  }

  #tell(command: object): void {
    this.#child?.stdin.write(`${JSON.stringify(command)}\n`);
  }

  async #next(from: number, isIt: (told: Told) => boolean): Promise<Told> {
    for (let at = from; ; at += 1) {
      while (this.told[at] === undefined) await new Promise<void>((resolve) => (this.#heard = resolve));
      const told = this.told[at];
      if (told?.type === 'closed') throw new Error(`pi ended: ${JSON.stringify(this.told.slice(-5))}`);
      if (told !== undefined && isIt(told)) return told;
    }
  }

  #write(name: string, value: object): void {
    writeFileSync(path.join(this.home, name), JSON.stringify(value));
  }
}
