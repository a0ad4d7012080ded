import type { StrategyView } from '../../shared/panelView.ts';

/** Strategies to choose from, each in a sentence. */
export function strategyViews(names: readonly string[]): readonly StrategyView[] {
  return names.map((id) => ({ id, description: strategyDescription(id) }));
}

export function strategyDescription(name: string): string {
  return DESCRIPTIONS[name] ?? 'Registered by another extension.';
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  truncate: 'Drops the oldest messages. Fast, no model, no record.',
  summarize: 'Summarizes the oldest messages. Keeps the story.',
  hybrid: 'Stubs tool outputs first, then summarizes the oldest. The balance of both.',
  rolling: 'Evicts the oldest messages and trusts recall. No summary, no drift.',
  staged: 'Folds finished stages into their decisions. For long projects.',
  window: 'Keeps the newest turns word for word and one running summary. For steady talk.',
};
