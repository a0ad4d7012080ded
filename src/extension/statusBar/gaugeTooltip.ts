import { formatTokens } from '../../shared/format.ts';
import type { GaugeCategory, GaugeView } from '../../shared/gaugeView.ts';
import { gaugeHover } from '../../shared/gaugeHover.ts';

/**
 * The mark of each category, in the theme colour of the chat's gauge. Only reasoning differs: the chat's gauge mixes a
 * colour for it, while here it has the colour of answers and a hollow mark. The mark of unsent text is hollow, too.
 */
const MARKS: Readonly<Record<GaugeCategory['name'], string>> = {
  system: mark('charts-lines'),
  user: mark('charts-blue'),
  assistant: mark('charts-green'),
  reasoning: mark('charts-green', '□'),
  'tool results': mark('symbolIcon-classForeground'),
  notes: mark('charts-yellow'),
  observations: mark('charts-purple'),
  'not sent yet': mark('charts-foreground', '□'),
};

function mark(colour: string, sign = '■'): string {
  return `<span style="color:var(--vscode-${colour});">${sign}</span>`;
}

/** Commands that the tooltip offers. */
export const TOOLTIP_COMMANDS = [
  'longthread.compactNow',
  'longthread.previewCompaction',
  'longthread.deferCompaction',
  'longthread.openPanel',
];

/**
 * Returns the gauge's hover text as Markdown, with a colour for each category. The words come from `gaugeHover` and are
 * the same as in the chat and the panel.
 */
export function gaugeTooltip(gauge: GaugeView, title?: string): string {
  const words = gaugeHover(gauge);
  const rows = words.categories.map(
    ({ name, tokens, share }) => `| ${MARKS[name]} ${name} | ${formatTokens(tokens)} | ${share} |`,
  );
  return [
    ...(title === undefined ? [] : [withoutMarkup(title)]),
    `**${words.used}**`,
    words.window,
    ...(words.overflow === undefined ? [] : [`$(warning) ${words.overflow}`]),
    ['| | tokens | share |', '|:--|--:|--:|', ...rows].join('\n'),
    gauge.progress === undefined ? words.next : `$(sync~spin) ${words.next}`,
    ...words.figures,
    '[Compact](command:longthread.compactNow) · [Preview](command:longthread.previewCompaction) · ' +
      '[Postpone](command:longthread.deferCompaction) · [Open Panel](command:longthread.openPanel)',
  ].join('\n\n');
}

/** Escapes Markdown and icons in a title, which is plain text. */
function withoutMarkup(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|<>~$&]/g, '\\$&');
}
