import type { StrategyName } from '../../../../src/core/compaction/settings.ts';

/** The strategy whose drift is measured, and the row in which the same past is compacted ten times while it grows. */
export const SINGLE_ROW = 'hybrid' satisfies StrategyName;
export const DRIFT_ROW = 'hybrid in ten steps';
