import type { GaugeView } from '../../shared/gaugeView.ts';
import { gaugeFigure, gaugeHover } from '../../shared/gaugeHover.ts';
import { formatPercent, formatTokenCount, formatTokens } from '../../shared/format.ts';

const BAR_CELLS = 6;

/**
 * Returns the text of the status bar, e.g. `▰▰▰▰▱▱ 62 %`. The mark `~` means that the percentage is an estimate. A
 * spinner means that a compaction is running.
 */
export function gaugeText(gauge: GaugeView): string {
  const asks = gauge.question === undefined ? '' : ' · Compact?';
  return `${gauge.isCompacting ? '$(sync~spin) ' : ''}${bar(shareOf(gauge))} ${shortFigure(gauge)}${asks}`;
}

/**
 * Returns the used share. If the context is too large, returns its size and, if known, its size after the compaction.
 * In that case `gaugeFigure` also returns words, for which the status bar has no room.
 */
function shortFigure(gauge: GaugeView): string {
  if (shareOf(gauge) <= 1) return gaugeFigure(gauge);
  const used = `${gauge.isEstimated ? '~' : ''}${formatTokens(gauge.usedTokens)}`;
  return gauge.compactsTo === undefined ? used : `${used} → ${formatTokens(gauge.compactsTo)}`;
}

/** Returns the gauge's label for screen readers. */
export function spokenGauge(gauge: GaugeView): string {
  const { usedTokens, usableTokens, isCompacting } = gauge;
  const { overflow, next } = gaugeHover(gauge);
  const full =
    `Context ${formatPercent(shareOf(gauge))} full, ` +
    `${formatTokens(usedTokens)} of ${formatTokenCount(usableTokens)}${isCompacting ? ', compacting' : ''}`;
  return [full, overflow, gauge.question === undefined ? undefined : next]
    .filter((sentence) => sentence !== undefined)
    .map((sentence) => sentence.replace(/\.$/u, ''))
    .join('. ');
}

function shareOf({ usedTokens, usableTokens }: GaugeView): number {
  return usedTokens / Math.max(1, usableTokens);
}

/** Draws a share as a bar. A share above zero fills at least one cell. All cells are filled only at 100 %. */
function bar(share: number): string {
  const most = share >= 1 ? BAR_CELLS : BAR_CELLS - 1;
  const full = share <= 0 ? 0 : Math.min(most, Math.max(1, Math.round(share * BAR_CELLS)));
  return '▰'.repeat(full) + '▱'.repeat(BAR_CELLS - full);
}
