import { css } from 'lit';

/** A card over the thread, below the header. Its maximum height is the height of the thread, but at least 160 px. */
export const headerCardStyle = css`
  .header-card {
    position: absolute;
    grid-area: 2 / 1 / 3 / 2;
    inset: -2px 8px auto;
    z-index: 4;
    display: block;
    max-height: max(100%, 160px);
    padding: 8px 10px;
    overflow: auto;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorSuggestWidget-border));
    border-radius: 4px;
    background: var(--vscode-editorSuggestWidget-background);
    color: var(--vscode-editorSuggestWidget-foreground);
  }
  .header-card > h2 {
    margin: 10px 0 2px;
    font-size: 1em;
    font-weight: 600;
  }
`;

export const gaugeCardStyle = [
  headerCardStyle,
  css`
    lt-gauge-card {
      --lt-surface: var(--vscode-editorSuggestWidget-background);
    }
    lt-gauge-card:not([is-open]) {
      pointer-events: none;
    }
    lt-gauge-card p {
      margin: 2px 0;
    }
    lt-gauge-card .used {
      font-weight: 600;
    }
    lt-gauge-card .overflow {
      color: var(--lt-error);
    }
    lt-gauge-card .tick-line {
      display: block;
    }
    lt-gauge-card table {
      width: 100%;
      max-width: 320px;
      margin: 6px 0;
      border-collapse: collapse;
    }
    lt-gauge-card th {
      width: 100%;
      /* Without this rule, a long name would push the numbers out of a narrow card. */
      max-width: 0;
      padding: 0;
      overflow: hidden;
      font-weight: normal;
      text-align: start;
      text-overflow: ellipsis;
      white-space: nowrap;
    }
    lt-gauge-card td {
      padding: 0;
      padding-inline-start: 8px;
      text-align: end;
      white-space: nowrap;
    }
    lt-gauge-card .swatch {
      margin-inline-end: 6px;
      vertical-align: -1px;
    }
    lt-gauge-card .card-actions {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 6px;
      margin-top: 8px;
    }
    /* The padding is small, so that all three buttons fit into one line of a narrow side bar. */
    lt-gauge-card vscode-button::part(base) {
      padding-inline: 8px;
    }
    lt-largest {
      display: block;
    }
    lt-largest h2 {
      margin: 10px 0 2px;
      font-size: 1em;
      font-weight: 600;
    }
    lt-largest li {
      display: flex;
      align-items: center;
      gap: 4px;
      min-height: 24px;
    }
    lt-largest .link-button {
      flex: 1;
      color: inherit;
    }
    lt-largest .is-left-out .link-button {
      color: var(--lt-muted);
      text-decoration: line-through;
    }
  `,
];
