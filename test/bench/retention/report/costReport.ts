import type { CostResults } from '../../replay/costResults.ts';
import { costSection } from './costSection.ts';
import { page } from './page.ts';
import { escapeText } from './svg.ts';

export interface CostReport {
  readonly madeAt: string;
  readonly command: string;
  readonly part: string;
  readonly costs: CostResults;
}

/** Returns a page with only the costs. */
export function renderCostReport({ madeAt, command, part, costs }: CostReport): string {
  const title = 'What a compaction costs';
  return page(
    title,
    [
      `<h1>${title}</h1>`,
      `<p class="muted">${escapeText(madeAt.slice(0, 10))} · part: ${part}<br><code>${escapeText(command)}</code></p>`,
      costSection(costs),
    ].join('\n'),
  );
}
