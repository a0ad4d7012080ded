import type { PassName } from '../strategies.ts';
import { chitchat, evictOldest, foldOldest, foldTurns } from './fold.ts';
import type { Pass } from './pass.ts';
import { foldOldestOfStage, keepNewest, oldStages, recentStages } from './stages.ts';
import { supersededReads } from './supersededReads.ts';
import { toolOutputs, toolResults } from './toolOutputs.ts';

export const PASSES: Readonly<Record<PassName, Pass>> = {
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
};
