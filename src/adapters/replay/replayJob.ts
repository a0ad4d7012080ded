import type { CompactionSettings, StrategyName } from '../../core/compaction/settings.ts';
import type { ModelProfile } from '../../core/ports.ts';
import type { SessionMessage } from '../../core/log/session.ts';

/** A request to the replay worker, which returns one ReplayResult for each strategy, in order. */
export interface ReplayJob {
  readonly messages: readonly SessionMessage[];
  readonly strategies: readonly StrategyName[];
  readonly settings: CompactionSettings;
  readonly usableTokens: number;
  readonly overheadTokens: number;
  readonly encoding: ModelProfile['encoding'];
  readonly price: ModelProfile['price'];
}
