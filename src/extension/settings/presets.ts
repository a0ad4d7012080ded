import type { CompactionSettings, StrategyName } from '../../core/compaction/settings.ts';
import { formatCount } from '../../shared/format.ts';

/** Settings that are chosen together. The keys are the settings' names without `longthread.`. */
export interface Preset {
  readonly label: string;
  readonly detail: string;
  readonly settings: Readonly<Record<string, unknown>> & { readonly strategy?: StrategyName };
}

/** The number of newest messages that the first preset keeps. */
const KEPT_MESSAGES = 20;

export function presetsFor({ window }: Pick<CompactionSettings, 'window'>): readonly Preset[] {
  return [
    {
      label: `Always keep the last ${String(KEPT_MESSAGES)} messages`,
      detail:
        'Keeps these messages word for word, however long they are. Keeps fewer only if these messages by themselves are too large for the window. Strategy: hybrid.',
      settings: {
        strategy: 'hybrid',
        'compaction.keepRecentMessages': KEPT_MESSAGES,
        'compaction.recentShare': 1,
      },
    },
    {
      label: `Keep exactly the newest ${formatCount(window.turns, 'turn')}`,
      detail:
        'Keeps these turns and the current turn. As soon as a turn is older, it goes into the notes. If a model writes the notes, this takes one more request each time. Strategy: window.',
      settings: { strategy: 'window', 'window.batch': 1 },
    },
    {
      label: 'No model',
      detail:
        'Whatever the strategy, only Longthread’s code writes notes. No model is ever called for a compaction.',
      settings: { 'summary.enabled': false },
    },
  ];
}

/** Returns whether all settings of a preset have the preset's values. */
export function isInUse({ settings }: Preset, valueOf: (name: string) => unknown): boolean {
  return Object.entries(settings).every(([name, value]) => valueOf(name) === value);
}
