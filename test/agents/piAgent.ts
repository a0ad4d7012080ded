import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { agentProgram, type AgentProgram } from '../../src/adapters/claudeCode/agentProgram.ts';
import { PiExtension } from '../../src/adapters/otherAgents/piExtension.ts';
import { projectRoot } from '../support/vscodeInstall.ts';
import { ClaudeEndpoint } from './claudeEndpoint.ts';
import { pinnedPackage } from './pinnedPackage.ts';

/** The version for which the tests were written. With another version, failing tests show what changed. */
export const PI_VERSION = '1.5.2';

/** A line of pi's output: an event, or the answer to a command. */
interface PiEvent {
  readonly type: string;
  readonly command?: string;
  readonly success?: boolean;
  readonly error?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** The way in which an extension shows a text to the person. The text is in `message`. */
  readonly method?: string;
  readonly message?: unknown;
}

/**
 * The real pi, controlled by commands on standard input, with a temporary folder, no account, and a scripted endpoint.
 */
export class PiAgent {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'lt-pi-'));
  /** The folder for pi's settings and sessions. */
  readonly home = path.join(this.folder, 'agent');
  readonly workspace = path.join(this.folder, 'shop');
  readonly endpoint: ClaudeEndpoint;
  readonly extension: PiExtension;
  /** All output of pi so far, the oldest first. */
  readonly events: PiEvent[] = [];
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

  /** Installs pi if necessary. Returns undefined if npm can't install it. */
  static async start(): Promise<PiAgent | undefined> {
    const command = await pinnedPackage('@earendil-works/pi-coding-agent', PI_VERSION, 'dist/bundle/cli.js');
    return command === undefined ? undefined : new PiAgent(command, await ClaudeEndpoint.start());
  }

  /** Runs pi's commands with the same code as the extension. */
  get program(): AgentProgram {
    return {
      run: (args, signal) =>
        agentProgram(process.execPath, { folder: this.workspace, env: this.#env }).run(
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

  /** Starts a process. If there is a session, the process resumes it. */
  open(): void {
    const args = [this.#command, '--mode', 'rpc', '--model', 'scripted/scripted', '--continue'];
    const child = spawn(process.execPath, args, { cwd: this.workspace, env: this.#env });
    createInterface({ input: child.stdout }).on('line', (line) => {
      this.events.push(JSON.parse(line) as PiEvent);
      this.#heard();
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.events.push({ type: 'stderr', message: text });
    });
    // A write to an ended process fails. `#next` reports that the process ended.
    child.stdin.on('error', () => undefined);
    this.#closed = once(child, 'close').then(() => {
      this.events.push({ type: 'closed' });
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

  /** Sends a message. Resolves when pi has nothing left to do. */
  async say(message: string): Promise<void> {
    const from = this.events.length;
    this.#send({ type: 'prompt', message });
    await this.#next(from, ({ type }) => type === 'agent_settled');
  }

  async compact(customInstructions?: string): Promise<PiEvent> {
    const from = this.events.length;
    this.#send({ type: 'compact', ...(customInstructions !== undefined && { customInstructions }) });
    return this.#next(from, ({ type, command }) => type === 'response' && command === 'compact');
  }

  /** The notices and errors of extensions. */
  get notices(): readonly string[] {
    return this.events.flatMap(({ type, method, message, error }) =>
      type === 'extension_error' ? [String(error)] : method === 'notify' ? [String(message)] : [],
    );
  }

  /** The path of the session's file. */
  get session(): string {
    const folder = path.join(this.home, 'sessions');
    const [file = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.jsonl'),
    );
    return path.join(folder, file);
  }

  #send(command: object): void {
    this.#child?.stdin.write(`${JSON.stringify(command)}\n`);
  }

  /** Resolves with the first matching event from an index on. */
  async #next(from: number, matches: (event: PiEvent) => boolean): Promise<PiEvent> {
    for (let at = from; ; at += 1) {
      while (this.events[at] === undefined) await new Promise<void>((resolve) => (this.#heard = resolve));
      const event = this.events[at];
      if (event?.type === 'closed') throw new Error(`pi ended: ${JSON.stringify(this.events.slice(-5))}`);
      if (event !== undefined && matches(event)) return event;
    }
  }

  #write(name: string, value: object): void {
    writeFileSync(path.join(this.home, name), JSON.stringify(value));
  }
}
