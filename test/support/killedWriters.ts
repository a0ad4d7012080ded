import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { nodeStoreEnvironment } from '../../src/adapters/store/nodeStoreEnvironment.ts';
import { SessionStore } from '../../src/adapters/store/sessionStore.ts';

const source = fileURLToPath(new URL('killedWriter.ts', import.meta.url));

interface Killed {
  readonly sessionId: string;
  readonly isReadOnly: boolean;
  readonly acknowledged: readonly string[];
}

/** One session to which several writers append, one after another. Each writer is killed while it writes. */
export class KilledWriters {
  /** Ids of entries that were acknowledged as written. */
  readonly acknowledged: string[] = [];
  #sessionId = '';
  #kills = 0;

  private constructor(
    private readonly root: string,
    private readonly writer: string,
  ) {}

  /** Bundles the writer into one file, because a bundle starts several times as fast as the source. */
  static async in(root: string): Promise<KilledWriters> {
    const writer = join(root, 'killedWriter.mjs');
    await build({ entryPoints: [source], outfile: writer, bundle: true, platform: 'node', format: 'esm' });
    return new KilledWriters(root, writer);
  }

  /**
   * Starts a writer, and kills it when it has acknowledged this many entries. The exact moment depends on the machine.
   */
  async kill(entries: number): Promise<void> {
    const first = 1 + Number((this.acknowledged.at(-1) ?? 'm0').slice(1)) + this.#kills;
    this.#kills += 1;
    const child = spawn(process.execPath, [this.writer, this.root, this.#sessionId, String(first)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.split('\n').length - 2 >= entries) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const killed = told(output);
    if (killed.isReadOnly) throw new Error('The lock of a killed writer kept the next writer out.');
    this.#sessionId = killed.sessionId;
    this.acknowledged.push(...killed.acknowledged);
  }

  /**
   * Returns the faults of the log: acknowledged entries that are missing, problems that the log reports, and an index
   * that does not match the end of the log.
   */
  async problems(): Promise<readonly string[]> {
    const log = await new SessionStore(this.root, nodeStoreEnvironment).open(this.#sessionId, {
      readOnly: true,
    });
    const ids = new Set((await log.readAll()).map(({ id }) => id));
    const lost = this.acknowledged.filter((id) => !ids.has(id)).map((id) => `${id} is lost`);
    const tail = (await log.tail(3)).map(({ id }) => id).join();
    const heads = log.heads().slice(-3);
    const isTold = tail === heads.map(({ id }) => id).join();
    const problems = log.report.problems.map((problem) => JSON.stringify(problem));
    await log.close();
    return [...lost, ...problems, ...(isTold ? [] : [`the log ends with ${tail}, but its index does not`])];
  }
}

function told(output: string): Killed {
  const [head = '', ...acknowledged] = output.split('\n').slice(0, -1);
  const [, sessionId = '', isReadOnly] = head.split(' ');
  return { sessionId, isReadOnly: isReadOnly === 'true', acknowledged };
}
