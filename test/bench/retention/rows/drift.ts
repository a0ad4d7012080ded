import type { StrategyName } from '../../../../src/core/compaction/settings.ts';

/** The strategy whose drift is measured. Its row compacts the past once. */
export const SINGLE_ROW = 'hybrid' satisfies StrategyName;
/** The row in which the strategy compacts the past ten times while the past grows. */
export const DRIFT_ROW = 'hybrid in ten steps';
