import type { Stage } from '../../../log/foldState.ts';
import type { CompactionSettings } from '../../settings.ts';
import type { Steps } from '../../../steps.ts';
import type { WorkingPlan } from '../workingPlan.ts';

export interface PassEnvironment {
  readonly settings: CompactionSettings;
  /** Tokens that shortened tool outputs have to save together. */
  readonly leastStubSaving: number;
  readonly stages: readonly Stage[];
}

/** One way to make a plan smaller. It treats oldest first, whole groups only, and stops when the plan's target is met; one that reads texts does so in steps. */
export type Pass = (plan: WorkingPlan, environment: PassEnvironment) => Steps<void> | void;
