import type { Settings } from './settings/settings.ts';
import type { LiveSession } from '../core/session/liveSession.ts';
import { STRATEGIES, STRATEGY_NAMES, type Strategy } from '../core/compaction/strategies.ts';

/** The strategies by name: the built-in ones, and those that other extensions registered. */
export class StrategyRegistry {
  readonly #registered = new Map<string, Strategy>();

  get names(): readonly string[] {
    return [...STRATEGY_NAMES, ...this.#registered.keys()];
  }

  find(name: string): Strategy | undefined {
    return Object.hasOwn(STRATEGIES, name)
      ? STRATEGIES[name as keyof typeof STRATEGIES]
      : this.#registered.get(name);
  }

  /** Registers a strategy and returns a function that removes it. Throws a RangeError when the name is taken. */
  register(strategy: Strategy): () => void {
    if (this.find(strategy.name) !== undefined)
      throw new RangeError(`There is a strategy named “${strategy.name}” already.`);
    this.#registered.set(strategy.name, strategy);
    return () => void this.#registered.delete(strategy.name);
  }
}

interface StrategySources {
  readonly settings: { readonly current: Pick<Settings, 'compaction'> };
  readonly strategies: Pick<StrategyRegistry, 'find'>;
}

/** Returns the strategy that was chosen for a session if it exists, otherwise the strategy in the settings. */
export function strategyOf(
  live: Pick<LiveSession, 'session'> | undefined,
  { settings, strategies }: StrategySources,
): Strategy {
  const { strategy } = settings.current.compaction;
  return strategies.find(live?.session.strategy ?? strategy) ?? STRATEGIES[strategy];
}
