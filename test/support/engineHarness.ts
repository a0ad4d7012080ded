import { linesOfText } from '../../src/core/log/notesLine.ts';
import { Compactor } from '../../src/core/compaction/commit/compactor.ts';
import type {
  CompactorDependencies,
  CompactorView,
} from '../../src/core/compaction/commit/compactorPorts.ts';
import type { CompactionSettings } from '../../src/core/compaction/settings.ts';
import { STRATEGIES, type Strategy } from '../../src/core/compaction/strategies.ts';
import { TOKENS_PER_MESSAGE, type TokenAccount } from '../../src/core/context/account.ts';
import type { CountTokens } from '../../src/core/ports.ts';
import type { CompactionEntry, Draft, Entry, RunEntry } from '../../src/core/log/entry.ts';
import type { Summarize, Summary, SummaryRequest } from '../../src/core/summary/summary.ts';
import type { SummaryMemory } from '../../src/core/memory/savedMemories.ts';
import { accountOf, countWords, SessionBuilder, smallSettings, wordsOf } from './sessionBuilder.ts';

/** A requested summary. The test decides whether the request succeeds or fails. */
export interface AskedSummary {
  readonly request: SummaryRequest;
  succeed(text?: string, memories?: readonly SummaryMemory[]): void;
  fail(error: Error): void;
}

interface HarnessOptions {
  readonly builder?: SessionBuilder;
  readonly strategy?: Strategy;
  readonly settings?: CompactionSettings;
  readonly usableTokens?: number;
  readonly count?: CountTokens;
  /** Whether a model writes summaries. A summary arrives when the test calls `AskedSummary.succeed`. */
  readonly hasModel?: boolean;
  /**
   * The timer of the countdown. If the person does not answer the question whether to compact, the run begins when the
   * countdown ends.
   */
  readonly countdown?: CompactorDependencies['countdown'];
  /** The pause between two steps of making a plan. Without a pause, the plan is made in one step. */
  readonly pause?: CompactorDependencies['pause'];
}

/** A compactor of a log that a test builds. The clock does not advance, and the test decides what a model does. */
export class EngineHarness {
  readonly builder: SessionBuilder;
  readonly compactor: Compactor;
  readonly asked: AskedSummary[] = [];
  readonly saved: SummaryMemory[] = [];
  readonly infos: string[] = [];
  readonly warnings: string[] = [];
  readonly errors: string[] = [];
  readonly causes: unknown[] = [];
  readonly account: TokenAccount;
  settings: CompactionSettings;
  strategy: Strategy;
  usableTokens: number;
  isReadOnly = false;
  canRecall = true;
  appendError: Error | undefined;
  /** The number of times that views were notified of a change. */
  changes = 0;
  /** A promise that each append waits for. */
  disk: Promise<void> = Promise.resolve();
  readonly #countdown: HarnessOptions['countdown'];
  readonly #pause: HarnessOptions['pause'];
  /** The number of tokens that the gauge reports. If undefined, the gauge reports the counted tokens. */
  reportedTokens: number | undefined;

  constructor(options: HarnessOptions = {}) {
    this.builder = options.builder ?? new SessionBuilder();
    this.settings = options.settings ?? smallSettings;
    this.strategy = options.strategy ?? STRATEGIES.hybrid;
    this.usableTokens = options.usableTokens ?? 1_000;
    this.account = accountOf(options.count ?? countWords);
    this.#countdown = options.countdown;
    this.#pause = options.pause;
    this.compactor = this.newCompactor(options.hasModel === true);
  }

  get tokens(): number {
    return this.account.ofContext(this.builder.context);
  }

  get share(): number {
    return this.tokens / this.usableTokens;
  }

  get runs(): readonly RunEntry[] {
    return this.builder.session.runs;
  }

  get states(): readonly string[] {
    return this.runs.map(({ state }) => state);
  }

  get compactions(): readonly CompactionEntry[] {
    return this.builder.session.compactions.map(({ entry }) => entry);
  }

  get newest(): CompactionEntry {
    return this.compactions.at(-1) ?? missing('no compaction was committed');
  }

  /** The newest requested summary. */
  get awaited(): AskedSummary {
    return this.asked.at(-1) ?? missing('no summary was asked for');
  }

  /** Returns a new compactor of the same log, as after a reload of the window. */
  newCompactor(hasModel = false): Compactor {
    return new Compactor({
      view: () => this.view(),
      append: (draft) => this.#append(draft),
      masked: (text) => Promise.resolve(text.replaceAll('hunter2', '[secret: password]')),
      summarizer: () => (hasModel ? this.#summarize : undefined),
      saveMemories: (memories) => {
        this.saved.push(...memories);
        return Promise.resolve();
      },
      clock: { now: () => 0, monotonic: () => 0 },
      countdown: this.#countdown,
      pause: this.#pause,
      log: {
        info: (text) => this.infos.push(text),
        warn: (text) => this.warnings.push(text),
        error: (text, cause) => {
          this.errors.push(text);
          this.causes.push(cause);
        },
      },
      onChange: () => {
        this.changes += 1;
      },
    });
  }

  view(): CompactorView {
    return {
      session: this.builder.session,
      account: this.account,
      settings: this.settings,
      strategy: this.strategy,
      usableTokens: this.usableTokens,
      usedTokens: this.reportedTokens ?? this.tokens,
      isReadOnly: this.isReadOnly,
      canRecall: this.canRecall,
    };
  }

  async #append(draft: Draft): Promise<Entry> {
    if (this.appendError !== undefined) throw this.appendError;
    this.builder.append(draft);
    const entry = this.builder.entries.at(-1) ?? missing('nothing was appended');
    await this.disk;
    return entry;
  }

  readonly #summarize: Summarize = (request) =>
    new Promise((resolve, reject) => {
      this.asked.push({
        request,
        succeed: (text = 'They went on.', memories = []) => {
          resolve(summaryOf(text, memories));
        },
        fail: reject,
      });
    });
}

/**
 * Returns a harness in which at least this share of the window is used. By default, the thresholds are 75, 85 and 95 %
 * of 1,000 tokens, and a compaction keeps the newest 4 messages.
 */
export function engineAt(
  share: number,
  options: ConstructorParameters<typeof EngineHarness>[0] = {},
): EngineHarness {
  const engine = new EngineHarness(options);
  talkTo(engine, share);
  return engine;
}

export function summaryOf(text: string, memories: readonly SummaryMemory[] = []): Summary {
  const figures = {
    model: 'fake',
    calls: 1,
    inputTokens: 1,
    outputTokens: 1,
    durationMs: 1,
    struck: [],
    added: [],
  };
  return { lines: linesOfText(text), text, tokens: countWords(text), figures, memories };
}

/** Waits for the event loop's next turn, so that everything that waits only for resolved promises has continued. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function missing(what: string): never {
  throw new Error(what);
}

/** Adds turns of 20 tokens until at least this share of the window is used. */
export function talkTo(engine: EngineHarness, share: number): void {
  while (engine.share < share) engine.builder.turns(1);
}

/** Fills exactly this share of the window. Chooses the size of the last message accordingly. */
export function fillTo(engine: EngineHarness, share: number): void {
  const limit = Math.round(engine.usableTokens * share);
  engine.builder.turns(Math.floor((limit - engine.tokens) / 20));
  if (engine.tokens < limit) engine.builder.says(wordsOf(limit - engine.tokens - TOKENS_PER_MESSAGE));
}

/** Returns the ids of the messages that the newest compaction took out of the context. */
export function newlyFolded(engine: EngineHarness): readonly string[] {
  return engine.newest.folded.flatMap(({ ids }) => ids);
}

/** Returns the message ids with the numbers `from` to `to`, such as `m3`, `m4`. */
export function messageIds(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `m${String(from + index)}`);
}
