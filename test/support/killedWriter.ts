/**
 * A process that a test kills: it opens a session and appends entries until it is killed. It reports each acknowledged
 * entry with one line on standard output before it writes the next entry. Arguments: the store's folder, the session's
 * id ('' makes a new session), the number of the first message.
 */
import { writeSync } from 'node:fs';
import { nodeStoreEnvironment } from '../../src/adapters/store/nodeStoreEnvironment.ts';
import { SessionStore } from '../../src/adapters/store/sessionStore.ts';
import { userEntry } from './sampleEntries.ts';

const [root = '', id = '', first = '1'] = process.argv.slice(2);
// The previous process had the lock and was just killed. Its lock can be taken because the process has ended.
const store = new SessionStore(root, nodeStoreEnvironment);
const log = id === '' ? await store.create() : await store.open(id);
writeSync(1, `open ${log.sessionId} ${String(log.isReadOnly)}\n`);

for (let n = Number(first); ; n++) {
  // Writes short and long lines, so that kills happen during writes, flushes and saves of the side-car.
  await log.append(userEntry(`m${String(n)}`, 'x'.repeat(n % 23 === 0 ? 300_000 : (n % 50) * 20)));
  writeSync(1, `m${String(n)}\n`);
  log.setTokens(`m${String(n)}`, n);
  if (n % 5 === 0) await log.flush();
  if (n % 61 === 0)
    await log.rewrite((entry) => (entry.id === `m${String(n - 7)}` ? userEntry(entry.id, 'short') : entry));
}
