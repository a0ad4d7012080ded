import { join } from 'node:path';
import { nodeFileSystem, readIfThere, replaceFile } from '../store/fileSystem.ts';
import { isObject, isTrue, objectOf, parseJson } from '../transcripts/json.ts';
import { AGENT_IDS, type AgentId } from './agents.ts';

/** What Longthread may read of one agent's files, as the person allowed. `follow` and `archive` require `list`. */
export interface Consent {
  /**
   * Whether Longthread may read the beginning and the end of each file: the session's folder, title and token count. If
   * the person opens a session, Longthread may read the whole file.
   */
  readonly list: boolean;
  /** Whether Longthread may also read an open session again when its file grows, and all files for a search. */
  readonly follow: boolean;
  /** Whether Longthread may read all files and copy the sessions to the extension's storage. */
  readonly archive: boolean;
}

export type Consents = Readonly<Record<AgentId, Consent>>;

const NONE: Consent = { list: false, follow: false, archive: false };

/** Stores the person's consents in a file in the extension's storage. */
export class ConsentFile {
  readonly #path: string;

  constructor(storage: string) {
    this.#path = join(storage, 'otherAgents.json');
  }

  /** Reads the consents. A missing file and an invalid file or value count as no consent. */
  read(): Consents {
    const value = parseJson(readIfThere(nodeFileSystem, this.#path) ?? 'null');
    const given = isObject(value) ? value : {};
    const of = (agent: AgentId): Consent => {
      const found = objectOf(given, agent) ?? {};
      const list = isTrue(found, 'list');
      return { list, follow: list && isTrue(found, 'follow'), archive: list && isTrue(found, 'archive') };
    };
    return Object.fromEntries(AGENT_IDS.map((agent) => [agent, of(agent)])) as unknown as Consents;
  }

  write(agent: AgentId, consent: Consent): void {
    const consents = { ...this.read(), [agent]: consent.list ? consent : NONE };
    replaceFile(nodeFileSystem, this.#path, JSON.stringify(consents), `${String(process.pid)}.new`);
  }
}
