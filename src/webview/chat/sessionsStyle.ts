import { css } from 'lit';

export const sessionsStyle = css`
  lt-sessions {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  lt-sessions .tools {
    display: flex;
    gap: 4px;
    padding: 8px 8px 4px;
  }
  lt-sessions .ways-in {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    padding: 0 12px 6px;
  }
  lt-sessions ul {
    flex: 1;
    min-height: 0;
    overflow-y: auto;
  }
  lt-sessions li {
    display: flex;
    align-items: center;
    min-height: 26px;
    padding-inline-end: 8px;
  }
  lt-sessions li.under .open {
    padding-inline-start: 28px;
  }
  lt-sessions li:hover {
    background: var(--lt-hover);
    color: var(--vscode-list-hoverForeground, inherit);
  }
  lt-sessions li.current {
    background: var(--vscode-list-inactiveSelectionBackground);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  lt-sessions li.current .muted {
    color: inherit;
  }
  lt-sessions .open {
    display: flex;
    align-items: center;
    gap: 8px;
    flex: 1;
    min-width: 0;
    height: 26px;
    padding: 0 4px 0 12px;
  }
  lt-sessions .open > :first-child {
    flex: 1;
  }
  /* If the title of a branch is too long, the name is cut off, but the ending, e.g. “(branch)”, stays visible. */
  lt-sessions .name {
    display: flex;
    gap: 4px;
    min-width: 0;
    white-space: nowrap;
  }
  lt-sessions .open > .kept {
    flex: 0 1 auto;
    max-width: 45%;
    font-size: 0.92em;
  }
  lt-sessions .kept .codicon {
    font-size: 0.7em;
    color: var(--vscode-charts-green, currentColor);
  }
  lt-sessions .open > .figure {
    font-size: 0.92em;
  }
  lt-sessions .buttons {
    display: none;
  }
  lt-sessions li:hover .buttons,
  lt-sessions li:focus-within .buttons {
    display: flex;
  }
  lt-sessions li:hover .figure,
  lt-sessions li:focus-within .figure {
    display: none;
  }
  lt-sessions h2 {
    margin: 10px 12px 2px;
    font-size: 0.85em;
    font-weight: 600;
    color: var(--lt-muted);
  }
  lt-sessions .none {
    padding: 8px 12px;
  }
  lt-sessions li .text-input {
    margin: 2px 0 2px 6px;
  }
`;
