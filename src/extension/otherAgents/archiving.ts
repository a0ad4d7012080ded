import { AGENT_IDS, AGENTS } from '../../adapters/otherAgents/agents.ts';
import type { ConsentFile } from '../../adapters/otherAgents/consent.ts';
import type { OtherAgentsCalls, OtherWhere } from '../../adapters/otherAgents/otherAgentsCalls.ts';
import type { Archived, SessionArchive } from '../../adapters/otherAgents/sessionArchive.ts';
import { messageOf } from '../../core/text/messageOf.ts';

export interface ArchivingPorts {
  readonly consents: Pick<ConsentFile, 'read' | 'write'>;
  readonly archive: Pick<SessionArchive, 'size' | 'delete' | 'removeUnfinished'>;
  /** Calls to a worker thread that only this class uses. The thread is stopped after each pass. */
  readonly calls: Pick<OtherAgentsCalls, 'archive' | 'stop'>;
  /** Returns the open folder and the places of the agents' files. Returns undefined if no local folder is open. */
  where(): Promise<OtherWhere | undefined>;
  now(): number;
  warn(sentence: string): void;
}

/** `runIfDue` starts a pass only if at least this many milliseconds have passed since the start of the last one. */
const PAUSE_MS = 10 * 60_000;

/** Copies the sessions of the agents for which the person allows archiving. */
export class Archiving {
  readonly #ports: ArchivingPorts;
  #running: Promise<void> | undefined;
  #isPassWanted = false;
  #stopping = new AbortController();
  #lastAt = -PAUSE_MS;

  constructor(ports: ArchivingPorts) {
    this.#ports = ports;
  }

  /** Copies new messages, unless a pass began less than `PAUSE_MS` ago. */
  async runIfDue(): Promise<void> {
    if (this.#ports.now() - this.#lastAt >= PAUSE_MS) await this.run();
  }

  /** Copies new messages. Runs one pass at a time. If called during a pass, runs one more pass after it. */
  run(): Promise<void> {
    this.#lastAt = this.#ports.now();
    this.#isPassWanted = true;
    return (this.#running ??= this.#passes().finally(() => (this.#running = undefined)));
  }

  /** Stops copying and removes unfinished copies. */
  async stop(): Promise<void> {
    this.#isPassWanted = false;
    this.#stopping.abort();
    await this.#ports.calls.stop();
    await this.#running;
    await this.#ports.archive.removeUnfinished();
  }

  size(): Promise<Archived> {
    return this.#ports.archive.size();
  }

  /** Withdraws the person's consent to copying, and deletes all copies. */
  async delete(): Promise<void> {
    const { consents, archive } = this.#ports;
    for (const agent of AGENT_IDS) {
      const consent = consents.read()[agent];
      if (consent.archive) consents.write(agent, { ...consent, archive: false });
    }
    await this.stop();
    await archive.delete();
  }

  async #passes(): Promise<void> {
    while (this.#isPassWanted) {
      this.#isPassWanted = false;
      await this.#pass();
    }
  }

  async #pass(): Promise<void> {
    const { consents, calls } = this.#ports;
    const { signal } = (this.#stopping = new AbortController());
    const isStopped = (): boolean => signal.aborted;
    const where = AGENT_IDS.some((agent) => consents.read()[agent].archive)
      ? await this.#ports.where()
      : undefined;
    if (where === undefined) return;
    for (const agent of AGENT_IDS) {
      if (isStopped()) return;
      if (!consents.read()[agent].archive) continue;
      const problems = await calls.archive(agent, where).catch((error: unknown) => [messageOf(error)]);
      for (const problem of isStopped() ? [] : problems)
        this.#ports.warn(`archive of ${AGENTS[agent].name}: ${problem}`);
    }
    await calls.stop();
  }
}
