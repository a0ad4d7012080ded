import { DEFAULT_SETTINGS } from '../../src/core/compaction/settings.ts';
import { projectSession } from '../../src/core/context/project.ts';
import type { Entry } from '../../src/core/log/entry.ts';
import { foldSession } from '../../src/core/log/session.ts';
import { LiveSession } from '../../src/core/session/liveSession.ts';
import { contextViews } from '../../src/extension/chat/contextItems.ts';
import { classesOf } from '../../src/extension/panel/panelModel.ts';
import { MemoryLog } from '../support/memoryLog.ts';
import { countWords, SessionBuilder, wordsOf } from '../support/sessionBuilder.ts';
import { quantile, timed, type BenchRow } from './benchRow.ts';

const MESSAGES = 10_000;
const RUNS = 15;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/**
 * Measures how long it takes to fold and project a session of 10,000 messages, to redraw the panel's context, and to
 * append a message.
 */
export async function run(): Promise<BenchRow[]> {
  const entries = longSession();
  const session = foldSession(entries);
  const live = await LiveSession.open({
    log: new MemoryLog(entries),
    counter: {
      encoding: 'words',
      count: (texts) => Promise.resolve(texts.map(countWords)),
      countSmall: countWords,
    },
    redactor: { find: (texts) => Promise.resolve(texts.map(() => [])) },
    clock: { now: () => 0, monotonic: () => 0 },
    logger: SILENT,
  });
  const options = { settings: DEFAULT_SETTINGS, usableTokens: 100_000 };
  const redraw = (): unknown =>
    contextViews({
      context: live.context,
      tokensOf: (item) => live.account.ofItem(item),
      classes: classesOf(live.session, live.account, options),
    });
  return [
    await row('session: fold', () => foldSession(entries)),
    await row('session: project', () => projectSession(session)),
    await row('session: redraw of the panel’s context', redraw),
    await row('session: append', () =>
      live.append({
        kind: 'message',
        message: { role: 'user', parts: [{ type: 'text', text: 'And now?' }] },
      }),
    ),
    await row('session: append, and the context after it', async () => {
      await live.append({
        kind: 'message',
        message: { role: 'user', parts: [{ type: 'text', text: 'And now?' }] },
      });
      return live.context;
    }),
  ];
}

async function row(name: string, work: () => unknown): Promise<BenchRow> {
  const figures: number[] = [];
  for (let i = 0; i < RUNS; i++) figures.push(await timed(work));
  return { name, unit: 'ms', value: quantile(figures, 0.5), note: '10,000 messages' };
}

function longSession(): readonly Entry[] {
  const builder = new SessionBuilder();
  const text = wordsOf(80, 'word');
  for (let turn = 0; turn < MESSAGES / 4; turn++) {
    builder.user(`Always keep ${turn}. ${text}`);
    builder.tool('read_file', { path: `src/part${turn % 50}.ts` }, text);
    builder.says(`${turn}: ${text}`);
  }
  return builder.entries;
}
