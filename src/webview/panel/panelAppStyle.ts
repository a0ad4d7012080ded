import { css } from 'lit';

export const panelAppStyle = css`
  :root {
    --lt-surface: var(--vscode-editor-background);
    --lt-rule: var(--vscode-widget-border, var(--vscode-panel-border));
  }
  lt-panel {
    display: grid;
    grid-template-rows: auto auto minmax(0, 1fr);
    grid-template-columns: minmax(0, 1fr);
    height: 100vh;
    container-type: inline-size;
  }
  .panel-head {
    display: flex;
    flex-wrap: wrap;
    gap: 6px 12px;
    align-items: center;
    padding: 8px 12px;
    border-bottom: 1px solid var(--lt-border);
  }
  .panel-head h1 {
    flex: 1 1 200px;
    margin: 0;
    font-size: 1.08em;
    font-weight: 600;
  }
  .panel-head lt-gauge {
    flex: 1 1 200px;
    max-width: 360px;
  }
  .head-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .panel-message {
    grid-row: 2;
    padding: 4px 12px;
    border-bottom: 1px solid var(--lt-border);
  }
  .columns {
    grid-row: 3;
    display: grid;
    grid-template-columns: minmax(252px, 1fr) minmax(0, 2fr);
    grid-template-rows: minmax(0, 1fr);
    min-height: 0;
  }
  /* The events are above the context. A third of the panel's width is enough for both of them. */
  .side {
    display: grid;
    grid-template-rows: minmax(0, 2fr) minmax(0, 3fr);
    min-height: 0;
  }
  .side > .context {
    border-top: 1px solid var(--lt-border);
  }
  .happened {
    min-height: 0;
    overflow-y: auto;
  }
  @container (max-width: 640px) {
    .columns.preview > lt-preview {
      flex: none;
    }
  }
  .columns.preview {
    display: flex;
    flex-direction: column;
    overflow-y: auto;
  }
  .column {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
    overflow-y: auto;
  }
  .side + .column {
    border-inline-start: 1px solid var(--lt-border);
  }
  .column > lt-context {
    flex: 1;
  }
  .pane-title {
    display: flex;
    flex: none;
    align-items: center;
    height: 26px;
    margin: 0;
    padding: 0 12px;
    font-size: 11px;
    font-weight: 600;
    text-transform: uppercase;
    color: var(--lt-muted);
  }
  .pane-title > .icon-button {
    margin-inline: auto -4px;
  }
  .pane-title > .figure {
    margin-inline-start: auto;
    text-transform: none;
    font-weight: normal;
  }
  .detail {
    padding: 0 12px 16px;
  }
  .detail > p {
    margin: 4px 0;
  }
  .none {
    margin: 0;
    padding: 4px 12px 12px;
    max-width: 46ch;
  }
  .timeline,
  .side-list {
    margin: 0 0 8px;
  }
  .event {
    display: flex;
    align-items: baseline;
    gap: 8px;
    width: 100%;
    height: 24px;
    padding: 0 12px;
    line-height: 24px;
  }
  .event > .one-line {
    font-size: 0.92em;
  }
  .event:hover {
    background: var(--lt-hover);
  }
  .event.selected {
    background: var(--vscode-list-activeSelectionBackground);
    color: var(--vscode-list-activeSelectionForeground);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  .event.selected .muted {
    color: inherit;
  }
  .event:focus-visible {
    outline-color: var(--vscode-focusBorder);
  }
  .event.undone .change,
  .event.superseded .change,
  .struck {
    text-decoration: line-through;
  }
  .remark {
    display: flex;
    gap: 8px;
    padding: 2px 12px;
    font-size: 0.92em;
  }
  .skipped > summary {
    list-style: none;
  }
  .skipped > summary:hover {
    background: var(--lt-hover);
  }
  .remark > .codicon {
    flex: none;
    font-size: 14px;
  }
  .side-list li {
    display: flex;
    gap: 8px;
    align-items: flex-start;
    padding: 2px 12px;
  }
  .side-list .side-text {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .side-list .side-text > .muted {
    display: block;
    font-size: 0.92em;
  }
  .side-rules {
    padding: 0 12px 8px;
  }
  .side-buttons {
    display: flex;
  }
  @container (max-width: 820px) {
    .columns {
      display: flex;
      flex-direction: column;
      overflow-y: auto;
    }
    .side,
    .happened {
      display: contents;
    }
    .column {
      flex: none;
      overflow: visible;
    }
    /* The selected event is shown directly below the list of events. */
    .side + .column {
      order: 1;
      border-inline-start: 0;
      border-top: 1px solid var(--lt-border);
    }
    .side > .context {
      order: 2;
    }
    .side .sections {
      order: 3;
      border-top: 1px solid var(--lt-border);
    }
    /* The person opened a comparison or a message on purpose, so it comes before the other columns. */
    .columns:not([data-shown='event']) > .side + .column {
      order: -1;
      border-top: 0;
    }
    .columns:not([data-shown='event']) > .side .column {
      border-top: 1px solid var(--lt-border);
    }
    .column > lt-context {
      height: 360px;
      flex: none;
    }
  }
`;
