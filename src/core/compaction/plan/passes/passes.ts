import { chitchat, evictOldest, foldOldest, foldTurns } from './fold.ts';
import type { PassName } from '../../strategies.ts';
import type { Pass } from '../workingPlan.ts';
import { foldOldestOfStage, keepNewest, oldStages, recentStages } from './stages.ts';
import { supersededReads } from './supersededReads.ts';
import { toolOutputs, toolResults } from './toolOutputs.ts';

export const PASSES = {
  chitchat,
  supersededReads,
  toolOutputs,
  toolResults,
  oldStages,
  foldOldest,
  foldOldestOfStage,
  recentStages,
  keepNewest,
  foldTurns,
  evictOldest,
} as const satisfies Readonly<Record<PassName, Pass>>;
