import type { CompactionSettings, StrategyName } from './settings.ts';

const PASSES = {
  chitchat: 'small talk',
  supersededReads: 'older reads of the same file',
  toolOutputs: 'long tool outputs',
  toolResults: 'tool results',
  oldStages: 'old stages',
  foldOldest: 'the oldest messages',
  foldOldestOfStage: 'the oldest messages of the stage',
  recentStages: 'recent stages',
  keepNewest: 'all but the newest messages',
  foldTurns: 'the oldest turns',
  evictOldest: 'the oldest messages, left out',
} as const;

/** The name of a strategy's pass; `plan/passes/` has the passes. */
export type PassName = keyof typeof PASSES;

/** The labels of passes in texts for the person. Includes passes that belong to no strategy. */
export const PASS_LABELS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(PASSES),
  ['wishes', 'your choices'],
  ['squeeze', 'anything else that is large'],
  ['record', 'notes'],
]);

/**
 * Returns the label of a pass for a person. For an unknown pass, e.g. from a later version, returns the words of its
 * identifier.
 */
export function passLabel(name: string): string {
  return PASS_LABELS.get(name) ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/**
 * When a strategy runs automatically: at the tiers, at one share of the usable window, or when a batch of turns is
 * older than the turns that stay (the setting `window`).
 */
export type Trigger =
  | { readonly by: 'tiers' }
  | { readonly by: 'share'; readonly at: number; readonly target: number }
  | { readonly by: 'turns' };

/** A way to compact, described as data. The `passes` run in this order. Most passes stop when the target is reached. */
export interface Strategy {
  readonly name: string;
  readonly passes: readonly PassName[];
  readonly trigger: (settings: CompactionSettings) => Trigger;
  /** Whether notes replace folded messages. */
  readonly hasNotes: boolean;
  /** Whether a model, if available, writes a summary of folded messages. */
  readonly hasSummary: boolean;
  /** Whether the digest of a finished stage is sufficient, without a summary and with hardly any notes. */
  readonly digestsSuffice?: true;
  /** Whether the strategy keeps nothing of removed messages and relies on the model's recall. */
  readonly needsRecall?: boolean;
}

const byTiers = (): Trigger => ({ by: 'tiers' });

export const STRATEGIES: Readonly<Record<StrategyName, Strategy>> = {
  truncate: {
    name: 'truncate',
    passes: ['evictOldest'],
    trigger: byTiers,
    hasNotes: false,
    hasSummary: false,
  },
  summarize: {
    name: 'summarize',
    passes: ['foldOldest'],
    trigger: byTiers,
    hasNotes: true,
    hasSummary: true,
  },
  hybrid: {
    name: 'hybrid',
    passes: ['chitchat', 'supersededReads', 'toolOutputs', 'oldStages', 'foldOldest', 'evictOldest'],
    trigger: byTiers,
    hasNotes: true,
    hasSummary: true,
  },
  rolling: {
    name: 'rolling',
    passes: ['evictOldest'],
    trigger: ({ rolling }) => ({ by: 'share', at: rolling.trigger, target: rolling.target }),
    hasNotes: false,
    hasSummary: false,
    needsRecall: true,
  },
  staged: {
    name: 'staged',
    passes: ['chitchat', 'oldStages', 'foldOldestOfStage', 'recentStages', 'keepNewest'],
    trigger: ({ staged }) => ({ by: 'share', at: staged.trigger, target: staged.target }),
    hasNotes: true,
    hasSummary: true,
    digestsSuffice: true,
  },
  window: {
    name: 'window',
    passes: ['foldTurns'],
    trigger: () => ({ by: 'turns' }),
    hasNotes: true,
    hasSummary: true,
  },
};

export const STRATEGY_NAMES = Object.keys(STRATEGIES) as readonly StrategyName[];

export function isStrategyName(name: string): name is StrategyName {
  return Object.hasOwn(STRATEGIES, name);
}

/** Returns the strategy, or `hybrid` if the strategy needs recall and the model has no recall. */
export function withRecall(strategy: Strategy, canRecall: boolean): Strategy {
  return strategy.needsRecall === true && !canRecall ? STRATEGIES.hybrid : strategy;
}
