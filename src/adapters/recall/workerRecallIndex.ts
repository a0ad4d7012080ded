import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger, RecallHit, RecallIndex } from '../../core/ports.ts';
import { parseQuery } from '../../core/recall/query.ts';
import { rankHits } from '../../core/recall/rank.ts';
import { scanTexts, type RecallText } from '../../core/recall/scan.ts';
import type { MessageId } from '../../core/log/entry.ts';
import { WorkerCalls, type WorkerScript } from '../workers/workerCalls.ts';
import type { RecallReply, RecallReport, RecallRequest, RecallWorkerData } from './recallCalls.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/** The session's log, which is the source of the index. */
export interface RecallSource {
  /**
   * Returns the messages' texts in the order of the log, with secrets masked. Omits empty texts and texts that the
   * person removed. Called when the index is opened or rebuilt, and for each search while the index is unusable.
   */
  read(): Promise<readonly RecallText[]>;
}

export interface WorkerRecallIndexOptions {
  /** The index file of one session, or `:memory:` if this window can't write the session's log. */
  readonly path: string;
  /** The bundle of recallWorker.ts. */
  readonly script: WorkerScript;
  readonly source: RecallSource;
  readonly logger: Logger;
}

const BATCH_CHARS = 1_000_000;
const SEARCH_DEADLINE_MS = 15_000;
const CLOSE_DEADLINE_MS = 3_000;

/**
 * Searches a whole log with an index in a worker thread. The worker starts on first use. If the index is missing,
 * damaged or incomplete, sends the source's texts to the worker before the search. The worker indexes these texts in
 * slices, and each search also scans the texts that are not indexed yet. If the index can't be opened or filled, scans
 * the source's texts for each search and reports this once.
 */
export class WorkerRecallIndex implements RecallIndex {
  readonly #source: RecallSource;
  readonly #logger: Logger;
  readonly #calls: WorkerCalls<RecallRequest, RecallReply>;
  readonly #reported = new Set<string>();
  #unsent: RecallText[] = [];
  #opening: Promise<void> | undefined;
  /** The number of ended workers when the index was last opened. If more workers have ended, the index is reopened. */
  #openedAfter = 0;
  /** Whether the index could not be opened. In this case, every search scans the source. */
  #isBroken = false;
  /** Whether the index could not be filled. In this case, the next `#send` opens and fills the index again. */
  #isUnfilled = false;
  #sending: Promise<void> | undefined;
  #indexing: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor({ path, script, source, logger }: WorkerRecallIndexOptions) {
    this.#source = source;
    this.#logger = logger;
    this.#calls = new WorkerCalls({ script, workerData: { path } satisfies RecallWorkerData });
  }

  add(id: MessageId, text: string): void {
    this.#unsent.push({ id, text });
    this.#sending ??= this.#send();
  }

  async search(query: string, limit: number): Promise<readonly RecallHit[]> {
    await this.#send();
    if (this.#isBroken || this.#isUnfilled) return this.#scan(query, limit);
    try {
      const reply = await this.#calls.call(
        { type: 'search', query, limit },
        { deadlineMs: SEARCH_DEADLINE_MS },
      );
      return reply.type === 'found' ? reply.hits : [];
    } catch (error) {
      this.#report(`Recall scans the log, since its index did not answer: ${messageOf(error)}`, error);
      return this.#scan(query, limit);
    }
  }

  /** Resolves when every added text is indexed, or a failure to index it was reported. */
  async settled(): Promise<void> {
    await this.#send();
    await this.#indexing;
  }

  /** Deletes the index and rebuilds it from the source, after the person removed a text from the session. */
  async rebuild(): Promise<void> {
    await this.#send();
    if (this.#isBroken) return;
    try {
      await this.#calls.call({ type: 'clear' });
      await this.#index(await this.#source.read());
    } catch (error) {
      this.#isUnfilled = true;
      throw error;
    }
    await this.#indexing;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#opening !== undefined)
      await this.#calls.call({ type: 'close' }, { deadlineMs: CLOSE_DEADLINE_MS }).catch(() => undefined);
    await this.#calls.close();
  }

  async #scan(query: string, limit: number): Promise<readonly RecallHit[]> {
    const asked = parseQuery(query);
    return rankHits(scanTexts(await this.#source.read(), asked, limit), asked, limit);
  }

  /**
   * Opens the index and fills it from the log if needed, before it sends the added texts to the worker. So the worker
   * indexes the texts in the order of the log. If the index is unusable, drops the added texts, which are in the log.
   */
  async #send(): Promise<void> {
    await this.#ready();
    const texts = this.#unsent;
    this.#unsent = [];
    this.#sending = undefined;
    if (!this.#isBroken && !this.#isUnfilled) await this.#index(texts);
  }

  /**
   * Opens the index on first use. Opens the index again if it could not be filled, or if its worker ended, since texts
   * may have been lost.
   */
  #ready(): Promise<void> {
    const isLost = this.#openedAfter !== this.#calls.ended && !this.#isBroken;
    if (this.#opening === undefined || isLost || this.#isUnfilled) {
      this.#openedAfter = this.#calls.ended;
      this.#opening = this.#open();
    }
    return this.#opening;
  }

  async #open(): Promise<void> {
    this.#isUnfilled = false;
    try {
      const reply = await this.#calls.call({ type: 'open' });
      if (reply.type === 'opened') await this.#fill(reply.report);
    } catch (error) {
      this.#isBroken = true;
      this.#report(`Recall scans the log, since its index could not be opened: ${messageOf(error)}`, error);
    }
  }

  async #fill(found: RecallReport): Promise<void> {
    try {
      await this.#synchronize(found);
    } catch (error) {
      this.#isUnfilled = true;
      this.#report(`Recall scans the log, since its index could not be filled: ${messageOf(error)}`, error);
    }
  }

  async #synchronize(found: RecallReport): Promise<void> {
    for (const problem of found.problems) this.#report(problem);
    if (found.engine === 'scan')
      this.#report('Recall scans the log, because no SQLite engine could open its index.');
    const texts = await this.#source.read();
    if (found.count === texts.length && found.lastId === texts.at(-1)?.id) return;
    // The index and the log differ. If the index has at least as many texts as the log, some of its texts are not in
    // the log, so the index is cleared first. In either case, all texts of the log are added. The index skips texts
    // that it already has.
    if (found.count >= texts.length) await this.#calls.call({ type: 'clear' });
    await this.#index(texts);
  }

  /** Sends texts to the worker, and lets other work run between batches. Resolves before the texts are indexed. */
  async #index(texts: readonly RecallText[]): Promise<void> {
    for (const batch of batchesOf(texts)) {
      const adding = this.#calls
        .call({ type: 'add', texts: batch })
        .catch((error: unknown) =>
          this.#report(`Some messages could not be indexed for recall: ${messageOf(error)}`, error),
        );
      this.#indexing = Promise.all([this.#indexing, adding]);
      await nextTurn();
    }
  }

  #report(problem: string, cause?: unknown): void {
    if (this.#isClosed || this.#reported.has(problem)) return;
    this.#reported.add(problem);
    this.#logger.warn(problem, cause);
  }
}

function* batchesOf(texts: readonly RecallText[]): Generator<readonly RecallText[]> {
  let start = 0;
  let chars = 0;
  for (const [index, { text }] of texts.entries()) {
    chars += text.length;
    if (chars < BATCH_CHARS) continue;
    yield texts.slice(start, index + 1);
    start = index + 1;
    chars = 0;
  }
  if (start < texts.length) yield texts.slice(start);
}
