import type { StrategyView } from '../../shared/panelView.ts';
import { STRATEGY_SENTENCES } from '../settings/settingTable.ts';

/** Returns the available strategies, each with its description. */
export function strategyViews(names: readonly string[]): readonly StrategyView[] {
  return names.map((id) => ({ id, description: strategyDescription(id) }));
}

/** Returns the description of a strategy. The strategy may be one that another extension registered. */
export function strategyDescription(name: string): string {
  return DESCRIPTIONS[name] ?? 'Registered by another extension.';
}

const DESCRIPTIONS: Readonly<Record<string, string>> = STRATEGY_SENTENCES;
