import { css } from 'lit';

/** Styles that all rows share: the padding, and actions that appear on hover or focus. */
export const rowStyle = css`
  .row {
    position: relative;
    padding: 2px 12px;
  }
  .row-actions {
    position: absolute;
    top: 2px;
    right: 8px;
    display: flex;
    opacity: 0;
    border-radius: 4px;
    background: var(--lt-surface);
  }
  .item:hover .row-actions,
  .item:focus-within .row-actions,
  .item:focus .row-actions {
    opacity: 1;
  }
  .row-head {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 22px;
  }
  .row-head > .one-line {
    flex: 1;
  }
  /* The text has a muted colour and is not transparent, so that it stays readable. */
  .row.away {
    color: var(--lt-muted);
    border-inline-start: 2px dotted var(--lt-muted);
    padding-inline-start: 10px;
  }
  .row.away :is(code, pre, .hljs, .hljs span, td, th, a) {
    background-color: transparent;
    color: inherit;
  }
  .row-name {
    font-weight: 600;
  }
  .fold {
    display: flex;
    align-items: center;
    gap: 4px;
    width: 100%;
    height: 22px;
    border-radius: 3px;
    white-space: nowrap;
  }
  .opened {
    margin: 2px 0 6px;
  }
  .fold:hover {
    background: var(--lt-hover);
  }
  .fold .codicon {
    flex: none;
    color: var(--vscode-icon-foreground);
  }
`;
