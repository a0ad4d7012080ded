import { formatPercent, formatTokens } from '../../shared/format.ts';
import type { GaugeView } from '../../shared/gaugeView.ts';

const BAR_CELLS = 6;

/** `▰▰▰▰▱▱ 62 %`: what the status bar shows. An estimate is marked by `~`, a running compaction by a spinner. */
export function gaugeText(gauge: GaugeView): string {
  const percent = `${gauge.isEstimated ? '~' : ''}${formatPercent(shareOf(gauge))}`;
  return `${gauge.isCompacting ? '$(sync~spin) ' : ''}${bar(shareOf(gauge))} ${percent}`;
}

/** The gauge in words, in Markdown: how much of what, what it is made of, and when the next compaction comes. */
export function gaugeTooltip(gauge: GaugeView, title?: string): string {
  const { usedTokens, usableTokens, windowTokens, overflow } = gauge;
  const rows = gauge.categories
    .filter(({ tokens }) => tokens > 0)
    .map(
      ({ name, tokens }) =>
        `| ${name} | ${formatTokens(tokens)} | ${formatPercent(tokens / Math.max(1, usedTokens))} |`,
    );
  return [
    ...(title === undefined ? [] : [withoutMarkup(title)]),
    `**${formatTokens(usedTokens)} of ${formatTokens(usableTokens)} tokens**${gauge.isEstimated ? ' · estimated' : ''}`,
    `Window ${formatTokens(windowTokens)}${gauge.isAssumedWindow ? ', assumed: nobody says how large it is' : ''}; ` +
      `${formatTokens(windowTokens - usableTokens)} of it are kept free`,
    ...(overflow === undefined ? [] : [`$(warning) ${overflow}`]),
    ['| | tokens | |', '|:--|--:|--:|', ...rows].join('\n'),
    nextLine(gauge),
    'Click to open the panel.',
  ].join('\n\n');
}

/** A title is the person's text, not Markdown; the tooltip takes icons, too. */
function withoutMarkup(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~$&]/g, '\\$&');
}

function nextLine({ progress, nextCompactionAt, usedTokens }: GaugeView): string {
  if (progress !== undefined) return `$(sync~spin) ${progress} You can go on.`;
  if (nextCompactionAt === undefined) return 'No compaction starts by itself.';
  const left = nextCompactionAt - usedTokens;
  return left <= 0
    ? 'The next compaction comes with the next answer.'
    : `Next compaction in ${formatTokens(left)} tokens, at ${formatTokens(nextCompactionAt)}.`;
}

function shareOf({ usedTokens, usableTokens }: GaugeView): number {
  return usedTokens / Math.max(1, usableTokens);
}

/** Anything used shows at least one cell, and only what is full shows all. */
function bar(share: number): string {
  const most = share >= 1 ? BAR_CELLS : BAR_CELLS - 1;
  const full = share <= 0 ? 0 : Math.min(most, Math.max(1, Math.round(share * BAR_CELLS)));
  return '▰'.repeat(full) + '▱'.repeat(BAR_CELLS - full);
}
