/**
 * A process that races others for a session's lock. `open SESSION AT`, a line on standard input, has it open that session
 * at that time (in milliseconds since 1970), `append ID` append a message, `close` let go; each is answered by one line of
 * JSON. Its argument is the store's folder.
 */
import { createInterface } from 'node:readline';
import type { JsonlSessionLog } from '../../src/adapters/store/jsonlSessionLog.ts';
import { nodeStoreEnvironment } from '../../src/adapters/store/nodeStoreEnvironment.ts';
import { SessionStore } from '../../src/adapters/store/sessionStore.ts';
import { userEntry } from '../support/sampleEntries.ts';

/** What a racer says of what it was told to do. */
export interface Raced {
  readonly isReadOnly?: boolean;
  /** Why an append was refused; it was acknowledged where this is left out. */
  readonly refused?: string;
  /** What should never be. */
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
