import { css } from 'lit';

export const planTurnsStyle = css`
  lt-plan-turns {
    display: flex;
    flex-direction: column;
    min-height: 0;
    user-select: none;
  }
  lt-plan-turns lt-list {
    flex: 1;
    min-height: 0;
  }
  lt-plan-turns .plan-row {
    position: relative;
    flex-wrap: wrap;
    gap: 0 6px;
    padding-inline-end: 12px;
    cursor: default;
  }
  lt-plan-turns .plan-row.selected {
    background: var(--vscode-list-inactiveSelectionBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  lt-plan-turns .plan-row.group {
    padding-inline-start: 22px;
  }
  .plan-row .twisty {
    flex: none;
    width: 16px;
  }
  .plan-row .fate {
    max-width: 16em;
  }
  .plan-row .tokens {
    min-width: 6.2em;
  }
  .plan-row .refused {
    order: 9;
    flex-basis: 100%;
    padding-inline-start: 22px;
    font-size: 0.92em;
    color: var(--lt-warning);
  }
  /* The choices of one row at a time: more would be noise, and a stop of the Tab key each. */
  .plan-row .choices {
    display: none;
    flex: none;
  }
  .plan-row:hover .choices,
  .item:focus .plan-row .choices,
  .item:focus-within .plan-row .choices {
    display: flex;
  }
  .selection-bar {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    padding: 4px 12px;
    border-top: 1px solid var(--lt-border);
  }
  @container plan (max-width: 640px) {
    .plan-row .fate {
      display: none;
    }
    .plan-row .tokens {
      min-width: 5em;
    }
    .plan-row:hover .tokens,
    .item:focus .plan-row .tokens,
    .item:focus-within .plan-row .tokens {
      display: none;
    }
  }
`;
