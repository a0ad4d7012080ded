import { join } from 'node:path';
import { installPeers, PEERS_DIR } from '../retention/rows/peers/installPeers.ts';
import { percent, renderTable } from '../retention/table.ts';
import { loadPolicies, PEER_POLICIES, type LoadedPolicy } from '../replay/peers/peerPolicies.ts';
import { readSessions } from '../replay/replaySession.ts';
import { knownAtCompactions, type Known, type KnownRequest } from './atCompactions.ts';
import { readExams, type Exam } from './exam.ts';
import { isForeignSummary, pastOf } from './past.ts';

export interface KnownOptions {
  readonly corpus: string;
  readonly windows: readonly number[];
  readonly withPeers: boolean;
  readonly tell: (line: string) => void;
}

/**
 * Returns a table for each window. A row shows the mean scores of a strategy or peer, and of the control, over all
 * compactions. Compactions before the end of the examined messages do not count.
 */
export async function knownTables(folder: string, options: KnownOptions): Promise<string> {
  const { corpus, windows, withPeers, tell } = options;
  const policies = withPeers ? await loadedPolicies(tell) : [];
  const sessions = await Promise.all(readExams(folder).map((exam) => sessionOf(exam, corpus, tell)));
  const tables: string[] = [];
  for (const windowTokens of windows) {
    const known: Known[] = [];
    for (const session of sessions) {
      tell(`window ${String(windowTokens)}: ${session.exam.name}`);
      known.push(...(await knownAtCompactions({ ...session, windowTokens, policies })));
    }
    tables.push(tableOf(windowTokens, known));
  }
  return tables.join('\n\n');
}

async function loadedPolicies(tell: (line: string) => void): Promise<readonly LoadedPolicy[]> {
  const peers = [...new Set(PEER_POLICIES.map(({ peer }) => peer))];
  await installPeers(peers, PEERS_DIR, tell);
  return (await loadPolicies(PEER_POLICIES, PEERS_DIR)).filter((row): row is LoadedPolicy => 'start' in row);
}

async function sessionOf(
  exam: Exam,
  corpus: string,
  tell: (line: string) => void,
): Promise<Pick<KnownRequest, 'exam' | 'session' | 'examLength'>> {
  const [read] = await readSessions([{ path: join(corpus, exam.transcript) }], tell);
  if (read === undefined) throw new Error(`${exam.transcript} can't be read.`);
  const messages = read.messages.filter((message) => !isForeignSummary(message));
  return { exam, session: { ...read, messages }, examLength: pastOf(read.messages, exam).length };
}

function tableOf(windowTokens: number, known: readonly Known[]): string {
  const rows = [...new Set(known.map(({ row }) => row))].map((row) => {
    const own = known.filter((one) => one.row === row);
    const mean = (of: (one: Known) => number): number =>
      own.reduce((sum, one) => sum + of(one), 0) / own.length;
    return [
      row,
      percent(mean(({ score }) => score)),
      percent(mean(({ control }) => control)),
      Math.round(mean(({ tokens }) => tokens)).toLocaleString('en'),
      String(own.length),
    ];
  });
  const head = [`window ${windowTokens.toLocaleString('en')}`, 'known', 'names alone', 'tokens', 'runs'];
  return renderTable([head, ...rows]);
}
