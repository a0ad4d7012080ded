import { REPORT_STYLE } from './reportStyle.ts';
import { element, escapeText } from './svg.ts';

/** Returns an HTML page without scripts and without fonts or other external files. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(title)}</title><style>${REPORT_STYLE}</style></head><body>
${body}
</body></html>
`;
}

export function tableRow(cell: 'td' | 'th', texts: readonly string[], kind: string): string {
  return element('tr', { class: kind }, ...texts.map((text) => element(cell, {}, escapeText(text))));
}
