import type { StrategyView } from '../../shared/panelView.ts';

/** Strategies to choose from, each in a sentence. */
export function strategyViews(names: readonly string[]): readonly StrategyView[] {
  return names.map((id) => ({ id, description: strategyDescription(id) }));
}

export function strategyDescription(name: string): string {
  return DESCRIPTIONS[name] ?? 'Registered by another extension.';
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  truncate: 'Leaves out the oldest messages. Fast, no model, no notes.',
  summarize: 'Puts notes in place of the oldest messages. Keeps the story.',
  hybrid:
    'Shortens tool outputs first, then puts notes in place of the oldest messages. The balance of both.',
  rolling: 'Leaves out the oldest messages, to be looked up. Nothing is retold, so nothing drifts.',
  staged: 'Keeps the decisions of finished stages in place of their messages. For long projects.',
  window: 'Keeps the newest turns word for word, and notes of the rest. For steady talk.',
};
