import { formatPercent, formatTokens } from '../../shared/format.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';

const BAR_CELLS = 5;
/** One cell filled by eighths, from empty to full. */
const EIGHTHS = ['\u2800', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'] as const;

/** `$(loading~spin) ███▌⠀ 62 %`: what the status bar shows. An estimate is marked by `~`. */
export function gaugeText(gauge: GaugeView): string {
  const percent = `${gauge.isEstimated ? '~' : ''}${formatPercent(shareOf(gauge))}`;
  return `${gauge.isCompacting ? '$(sync~spin)' : '$(history)'} ${bar(shareOf(gauge))} ${percent}`;
}

/** The gauge in words, in Markdown: how much of what, what it is made of, and when the next compaction comes. */
export function gaugeTooltip(gauge: GaugeView): string {
  const { usedTokens, usableTokens, windowTokens, overflow } = gauge;
  const rows = gauge.categories
    .filter(({ tokens }) => tokens > 0)
    .map(
      ({ name, tokens }) =>
        `| ${name} | ${formatTokens(tokens)} | ${formatPercent(tokens / Math.max(1, usedTokens))} |`,
    );
  return [
    `**${formatTokens(usedTokens)} of ${formatTokens(usableTokens)} tokens**${gauge.isEstimated ? ' · estimated' : ''}`,
    `Window ${formatTokens(windowTokens)}${gauge.isAssumedWindow ? ', assumed: nobody says how large it is' : ''}; ` +
      `${formatTokens(windowTokens - usableTokens)} of it are kept free`,
    ...(overflow === undefined ? [] : [`$(warning) ${overflow}`]),
    ['| | tokens | |', '|:--|--:|--:|', ...rows].join('\n'),
    nextLine(gauge),
    'Click to open the panel.',
  ].join('\n\n');
}

function nextLine({ isCompacting, nextCompactionAt, usedTokens }: GaugeView): string {
  if (isCompacting) return '$(sync~spin) Compacting now; you can go on.';
  if (nextCompactionAt === undefined) return 'No compaction starts by itself.';
  const left = nextCompactionAt - usedTokens;
  return left <= 0
    ? 'The next compaction comes with the next answer.'
    : `Next compaction in ${formatTokens(left)} tokens, at ${formatTokens(nextCompactionAt)}.`;
}

function shareOf({ usedTokens, usableTokens }: GaugeView): number {
  return usedTokens / Math.max(1, usableTokens);
}

function bar(share: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * BAR_CELLS * 8);
  return Array.from(
    { length: BAR_CELLS },
    (_, cell) => EIGHTHS[Math.min(8, Math.max(0, eighths - cell * 8))] ?? '',
  ).join('');
}
