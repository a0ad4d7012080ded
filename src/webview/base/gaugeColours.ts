import { css, svg, type SVGTemplateResult } from 'lit';
import type { GaugeCategory } from '../../shared/gaugeView.ts';

type Name = GaugeCategory['name'];

/**
 * The pattern of each category: a square of six pixels that repeats. High contrast needs patterns in place of colours.
 */
const PATTERNS: Readonly<Record<Name, SVGTemplateResult>> = {
  system: svg`<path d="M0 0h6v6h-6z" fill="currentColor"></path>`,
  user: svg`<path d="M-1 1l2 -2M0 6l6 -6M5 7l2 -2" stroke="currentColor" stroke-width="1.6"></path>`,
  assistant: svg`<circle cx="1.5" cy="1.5" r="1.1" fill="currentColor"></circle
    ><circle cx="4.5" cy="4.5" r="1.1" fill="currentColor"></circle>`,
  reasoning: svg`<circle cx="3" cy="3" r="1" fill="currentColor"></circle>`,
  'tool results': svg`<path d="M-1 5l2 2M0 0l6 6M5 -1l2 2" stroke="currentColor" stroke-width="1.6"></path>`,
  notes: svg`<path d="M0 3h6M3 0v6" stroke="currentColor" stroke-width="1.4"></path>`,
  observations: svg`<path d="M1.5 0v6M4.5 0v6" stroke="currentColor" stroke-width="1.2"></path>`,
  'not sent yet': svg`<path d="M0 1.5h6M0 4.5h6" stroke="currentColor" stroke-width="1.2"></path>`,
};

/** Returns the CSS class for a category's colour and pattern. */
export function categoryClass(name: Name): string {
  return `category-${name.replaceAll(' ', '-')}`;
}

/** Returns the definitions of the patterns. A page that draws categories must contain these definitions. */
export function categoryPatterns(): SVGTemplateResult {
  return svg`<defs>
    ${Object.entries(PATTERNS).map(
      ([name, content]) =>
        svg`<pattern
          id="pattern-${categoryClass(name as Name)}"
          class=${categoryClass(name as Name)}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
        >${content}</pattern>`,
    )}
  </defs>`;
}

/**
 * Gives each category one of the theme's colours. In high contrast themes, each category is drawn as a pattern instead.
 * Text that is not sent yet is drawn as a pattern in every theme.
 */
export const categoryStyle = css`
  .category-system {
    --lt-category: var(--vscode-charts-lines);
  }
  .category-user {
    --lt-category: var(--vscode-charts-blue);
  }
  .category-assistant {
    --lt-category: var(--vscode-charts-green);
  }
  /* A shade of the assistant's colour, since the assistant also produces the thoughts. */
  .category-reasoning {
    --lt-category: color-mix(in srgb, var(--vscode-charts-green) 50%, var(--vscode-foreground));
  }
  /* Not the chart colour orange: in newer editors, it is translucent, and unset in high contrast. */
  .category-tool-results {
    --lt-category: var(--vscode-symbolIcon-classForeground);
  }
  .category-notes {
    --lt-category: var(--vscode-charts-yellow);
  }
  .category-observations {
    --lt-category: var(--vscode-charts-purple);
  }
  .category-not-sent-yet {
    --lt-category: var(--vscode-charts-foreground);
  }
  pattern {
    color: var(--lt-category);
  }
  .part {
    fill: var(--lt-category);
    stroke: var(--lt-surface);
    stroke-width: 1px;
  }
  .vscode-high-contrast .part {
    stroke: var(--vscode-contrastBorder);
  }
  .vscode-high-contrast .part.category-system {
    fill: url('#pattern-category-system');
  }
  .vscode-high-contrast .part.category-user {
    fill: url('#pattern-category-user');
  }
  .vscode-high-contrast .part.category-assistant {
    fill: url('#pattern-category-assistant');
  }
  .vscode-high-contrast .part.category-reasoning {
    fill: url('#pattern-category-reasoning');
  }
  .vscode-high-contrast .part.category-tool-results {
    fill: url('#pattern-category-tool-results');
  }
  .vscode-high-contrast .part.category-notes {
    fill: url('#pattern-category-notes');
  }
  .vscode-high-contrast .part.category-observations {
    fill: url('#pattern-category-observations');
  }
  .part.category-not-sent-yet,
  .vscode-high-contrast .part.category-not-sent-yet {
    fill: url('#pattern-category-not-sent-yet');
  }
`;
