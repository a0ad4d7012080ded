import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { build } from 'esbuild';
import { nodeStoreEnvironment } from '../../src/adapters/store/nodeStoreEnvironment.ts';
import { sessionFolder } from '../../src/adapters/store/sessionFolder.ts';
import { SessionStore } from '../../src/adapters/store/sessionStore.ts';
import { seededRandom } from '../bench/retention/seeded.ts';
import { userEntry } from '../support/sampleEntries.ts';
import { temporaryStore } from '../support/temporaryStore.ts';
import type { Raced } from './racer.ts';
import type { Trial } from './trial.ts';

const RACERS = 3;
/** The lock at the start of a race: no lock, the lock of an ended process, or a lock that is held. */
const FOUND = ['free', 'free', 'dead', 'dead', 'held'] as const;
/**
 * The maximum number of milliseconds between the starts of the racers. A racer needs about this long to get a lock, so
 * the attempts of the racers overlap.
 */
const SPREAD_MS = 0.5;

interface Appended {
  readonly id: string;
  readonly answer: Raced;
}

class Racer {
  readonly #child: ChildProcess;
  readonly #answers: AsyncIterator<string>;

  constructor(script: string, root: string) {
    this.#child = spawn(process.execPath, [script, root], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines: Interface = createInterface({ input: this.#child.stdout ?? process.stdin });
    this.#answers = lines[Symbol.asyncIterator]();
  }

  async ask(line: string): Promise<Raced> {
    this.#child.stdin?.write(`${line}\n`);
    const answer = await this.#answers.next();
    return answer.done === true ? { problem: 'a racer ended' } : (JSON.parse(answer.value) as Raced);
  }

  end(): void {
    this.#child.kill();
  }
}

class Track {
  readonly #temporary = temporaryStore();
  readonly #store = new SessionStore(this.#temporary.root, nodeStoreEnvironment);
  readonly #racers: Racer[] = [];
  /** The lock of a process that has ended. */
  readonly #died = {
    ...{ token: 'of-one-that-died', renewedAt: 0 },
    process: {
      machine: nodeStoreEnvironment.process.machine,
      pid: spawnSync(process.execPath, ['-e', '']).pid,
    },
  };
  won = 0;

  async start(): Promise<void> {
    const script = join(this.#temporary.root, 'racer.mjs');
    const entry = join(import.meta.dirname, 'racer.ts');
    await build({ entryPoints: [entry], outfile: script, bundle: true, platform: 'node', format: 'esm' });
    for (let n = 0; n < RACERS; n++) this.#racers.push(new Racer(script, this.#temporary.root));
  }

  /** Runs one race for a new session, and returns the faults. */
  async race(found: (typeof FOUND)[number], spreadMs: readonly number[]): Promise<readonly string[]> {
    const log = await this.#store.create();
    await log.append(userEntry('m1'));
    if (found !== 'held') await log.close();
    const { lock } = sessionFolder(join(this.#temporary.root, 'sessions', log.sessionId));
    if (found === 'dead') writeFileSync(lock, JSON.stringify(this.#died));
    const at = Date.now() + 15;
    const opened = await this.#each((index) => `open ${log.sessionId} ${at + (spreadMs[index] ?? 0)}`);
    const first = await this.#appends(1, opened);
    const second = await this.#appends(2, opened);
    await this.#each(() => 'close');
    if (found === 'held') await log.close();
    const writing = second.filter(({ answer }) => answer.refused === undefined).length;
    this.won += writing;
    const writers = opened.filter(({ isReadOnly }) => isReadOnly === false).length;
    const appended = [...first, ...second];
    const acknowledged = appended.flatMap(({ id, answer }) => (answer.refused === undefined ? [id] : []));
    return [
      ...[...opened, ...appended.map(({ answer }) => answer)].flatMap(({ problem }) => problem ?? []),
      ...(await this.#damage(log.sessionId, ['m1', ...acknowledged])),
      ...(found === 'held' && writers > 0 ? ['a held lock was taken'] : []),
      ...(found !== 'held' && writing === 0 ? ['nobody got the free lock'] : []),
      ...(writers > 1 ? [`${writers} opened it for writing at once`] : []),
      ...(writing > 1 ? [`${writing} can write at once`] : []),
    ];
  }

  #each(order: (index: number) => string): Promise<readonly Raced[]> {
    return Promise.all(this.#racers.map((racer, index) => racer.ask(order(index))));
  }

  /** Lets all racers that opened the session for writing append at the same time. */
  #appends(round: number, opened: readonly Raced[]): Promise<readonly Appended[]> {
    const writing = this.#racers.flatMap((racer, index) =>
      opened[index]?.isReadOnly === false ? [{ racer, id: `m${10 * (index + 1) + round}` }] : [],
    );
    return Promise.all(
      writing.map(async ({ racer, id }) => ({ id, answer: await racer.ask(`append ${id}`) })),
    );
  }

  async #damage(sessionId: string, acknowledged: readonly string[]): Promise<readonly string[]> {
    const log = await this.#store.open(sessionId, { readOnly: true });
    const ids = (await log.readAll()).map(({ id }) => id);
    const damage = log.report.problems.map((problem) => JSON.stringify(problem));
    await log.close();
    const times = (id: string): number => ids.filter((other) => other === id).length;
    const wrong = acknowledged.filter((id) => times(id) !== 1);
    return [...damage, ...wrong.map((id) => `${id} was acknowledged and is in the log ${times(id)} times`)];
  }

  end(): void {
    for (const racer of this.#racers) racer.end();
    this.#temporary.remove();
  }
}

export const races: Trial = {
  what: `races of ${RACERS} processes for a lock`,
  usual: 1_000,
  async run({ count, seed, progress }) {
    const random = seededRandom(seed);
    const track = new Track();
    const failures: string[] = [];
    await track.start();
    try {
      for (let done = 0; done < count; done++) {
        const found = FOUND[Math.floor(random() * FOUND.length)] ?? 'free';
        const spreadMs = Array.from({ length: RACERS }, () => random() * SPREAD_MS);
        const problems = await track.race(found, spreadMs);
        failures.push(...problems.map((problem) => `race ${done + 1} (${found}): ${problem}`));
        progress(done + 1);
      }
    } finally {
      track.end();
    }
    return { failures, figures: `${track.won} won, never by two at once` };
  },
};
