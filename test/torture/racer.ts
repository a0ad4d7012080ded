/**
 * A process that races other processes for the lock of a session. The argument is the folder of the store. The process
 * reads commands from standard input, one on each line, and answers each command with one line of JSON:
 *
 * - `open SESSION AT` opens the session at this time (in milliseconds since 1970),
 * - `append ID` appends a message with this id,
 * - `close` closes the session.
 */
import { createInterface } from 'node:readline';
import type { JsonlSessionLog } from '../../src/adapters/store/jsonlSessionLog.ts';
import { nodeStoreEnvironment } from '../../src/adapters/store/nodeStoreEnvironment.ts';
import { SessionStore } from '../../src/adapters/store/sessionStore.ts';
import { userEntry } from '../support/sampleEntries.ts';

/** The answer of a racer to a command. */
export interface Raced {
  readonly isReadOnly?: boolean;
  /** The reason why an append was refused; absent if the append was acknowledged. */
  readonly refused?: string;
  /** An error that must never happen. */
  readonly problem?: string;
}

const store = new SessionStore(process.argv[2] ?? '', nodeStoreEnvironment);
let log: JsonlSessionLog | undefined;

async function answerTo(order: string, subject: string, at: number): Promise<Raced> {
  switch (order) {
    case 'open':
      while (performance.timeOrigin + performance.now() < at);
      log = await store.open(subject);
      return { isReadOnly: log.isReadOnly };
    case 'append':
      return (
        log?.append(userEntry(subject)).then(
          () => ({}),
          (error: unknown) => ({ refused: String(error) }),
        ) ?? { problem: 'no session is open' }
      );
    default:
      await log?.close().catch(() => undefined);
      return {};
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [order = '', subject = '', at] = line.split(' ');
  const answer = await answerTo(order, subject, Number(at)).catch((error: unknown) => ({
    problem: String(error),
  }));
  console.log(JSON.stringify(answer));
}
