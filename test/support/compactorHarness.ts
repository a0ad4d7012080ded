import type { CancelSignal } from '../../src/core/cancellation.ts';
import { Compactor } from '../../src/core/compaction/commit/compactor.ts';
import type { CompactorView } from '../../src/core/compaction/commit/compactorPorts.ts';
import type { CompactionSettings } from '../../src/core/compaction/settings.ts';
import { STRATEGIES } from '../../src/core/compaction/strategies.ts';
import type { CompactionEntry, RunEntry } from '../../src/core/log/entry.ts';
import { createSummarize } from '../../src/core/summary/summarize.ts';
import type { SummaryMemory } from '../../src/core/memory/savedMemories.ts';
import type { ScriptedModel } from './scriptedModel.ts';
import { accountOf, countWords, SessionBuilder, smallSettings } from './sessionBuilder.ts';
import { patient } from './summaryRequests.ts';

const clock = { now: () => 0, monotonic: () => 0 };

/** A compactor of a log in memory. A scripted model writes its summaries, and a word counts as one token. */
export class CompactorHarness {
  readonly builder = new SessionBuilder();
  readonly saved: SummaryMemory[] = [];
  readonly problems: string[] = [];
  readonly warnings: string[] = [];
  readonly compactor: Compactor;
  readonly usableTokens = 1_000;
  readonly settings: CompactionSettings = { ...smallSettings, recordTokens: 300 };
  sleep: (ms: number, signal: CancelSignal) => Promise<void> = patient;
  model: ScriptedModel;
  readonly #account = accountOf();

  constructor(model: ScriptedModel) {
    this.model = model;
    this.compactor = new Compactor({
      view: () => this.#view(),
      append: (draft) => {
        this.builder.append(draft);
        return Promise.resolve(this.builder.entries.at(-1) ?? fail());
      },
      masked: (text) => Promise.resolve(text.replaceAll('hunter2', '[secret: password]')),
      summarizer: () =>
        createSummarize({
          model: this.model,
          count: countWords,
          clock,
          sleep: (ms, signal) => this.sleep(ms, signal),
        }),
      saveMemories: (memories) => {
        this.saved.push(...memories);
        return Promise.resolve();
      },
      clock,
      log: {
        info: () => undefined,
        warn: (text) => this.warnings.push(text),
        error: (text) => this.problems.push(text),
      },
      onChange: () => undefined,
    });
  }

  get usedTokens(): number {
    return this.#account.ofContext(this.builder.context);
  }

  get runs(): readonly RunEntry[] {
    return this.builder.session.runs;
  }

  get compactions(): readonly CompactionEntry[] {
    return this.builder.session.compactions.map(({ entry }) => entry);
  }

  /** Adds messages up to the threshold of the background tier. Does not check whether to compact. */
  fill(): void {
    while (this.usedTokens < this.usableTokens * this.settings.thresholds.background) this.builder.turns(1);
  }

  /** Fills the window to the background tier, checks whether to compact, and waits for the end of the compaction. */
  async fillAndRun(): Promise<void> {
    this.fill();
    await this.compactor.check();
    await this.compactor.settled();
  }

  #view(): CompactorView {
    return {
      session: this.builder.session,
      account: this.#account,
      settings: this.settings,
      strategy: STRATEGIES.hybrid,
      usableTokens: this.usableTokens,
      usedTokens: this.usedTokens,
      isReadOnly: false,
    };
  }
}

function fail(): never {
  throw new Error('nothing was appended');
}
