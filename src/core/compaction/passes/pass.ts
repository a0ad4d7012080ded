import type { Stage } from '../../log/foldState.ts';
import type { CompactionSettings } from '../settings.ts';
import type { WorkingPlan } from '../workingPlan.ts';

export interface PassEnvironment {
  readonly settings: CompactionSettings;
  /** Tokens that shortened tool outputs have to save together. */
  readonly leastStubSaving: number;
  readonly stages: readonly Stage[];
}

/** One way to make a plan smaller. It treats oldest first, whole groups only, and stops when the plan's target is met. */
export type Pass = (plan: WorkingPlan, environment: PassEnvironment) => void;
