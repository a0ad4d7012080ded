import { css } from 'lit';

export const previewTurnsStyle = css`
  lt-preview-turns {
    display: flex;
    flex-direction: column;
    min-height: 0;
    user-select: none;
  }
  lt-preview-turns lt-list {
    flex: 1;
    min-height: 0;
  }
  lt-preview-turns .preview-row {
    position: relative;
    flex-wrap: wrap;
    gap: 0 6px;
    padding-inline-end: 12px;
    cursor: default;
  }
  lt-preview-turns .preview-row.selected {
    background: var(--vscode-list-inactiveSelectionBackground);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  lt-preview-turns .preview-row.group {
    padding-inline-start: 22px;
  }
  .preview-row .twisty {
    flex: none;
    width: 16px;
  }
  .preview-row .fate {
    max-width: 16em;
  }
  .preview-row .tokens {
    min-width: 6.2em;
  }
  .preview-row .refused {
    order: 9;
    flex-basis: 100%;
    padding-inline-start: 22px;
    font-size: 0.92em;
    color: var(--lt-warning);
  }
  /* Only the hovered and the focused row show choices. In all rows, choices would distract and add many Tab stops. */
  .preview-row .choices {
    display: none;
    flex: none;
  }
  .preview-row:hover .choices,
  .item:focus .preview-row .choices,
  .item:focus-within .preview-row .choices {
    display: flex;
  }
  .selection-bar {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    padding: 4px 12px;
    border-top: 1px solid var(--lt-border);
  }
  @container preview (max-width: 640px) {
    .preview-row .fate {
      display: none;
    }
    .preview-row .tokens {
      min-width: 5em;
    }
    .preview-row:hover .tokens,
    .item:focus .preview-row .tokens,
    .item:focus-within .preview-row .tokens {
      display: none;
    }
  }
`;
