import { css } from 'lit';

/** Styles of the messages before and after a compaction. */
export const changesStyle = css`
  lt-changes {
    display: block;
  }
  lt-changes lt-list {
    max-height: max(46vh, 220px);
    border: 1px solid var(--lt-border);
    border-radius: 3px;
  }
  lt-changes .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin: 4px 0 6px;
  }
  lt-changes .chip {
    display: inline-flex;
    align-items: center;
    gap: 5px;
    padding: 1px 8px;
    border: 1px solid var(--vscode-contrastBorder, var(--lt-rule));
    border-radius: 10px;
    font-size: 0.92em;
  }
  lt-changes .chip:hover {
    background: var(--lt-hover);
  }
  lt-changes .chip[aria-pressed='true'] {
    border-color: var(--vscode-inputOption-activeBorder, var(--vscode-focusBorder));
    background: var(--vscode-inputOption-activeBackground);
    color: var(--vscode-inputOption-activeForeground);
  }
  lt-changes .chip .codicon {
    flex: none;
    font-size: 12px;
    color: var(--fate);
  }
  lt-changes .chip[aria-pressed='true'] .codicon {
    color: inherit;
  }
  lt-changes .tokens {
    min-width: 7em;
  }
  lt-changes .texts {
    padding: 2px 12px 8px 30px;
    border-bottom: 1px solid var(--lt-border);
  }
  lt-changes .sides {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(240px, 100%), 1fr));
    gap: 4px 12px;
  }
  lt-changes .sides > div {
    min-width: 0;
  }
  lt-changes .texts h4 {
    margin: 2px 0;
  }
  lt-changes .texts pre {
    max-height: 220px;
    padding: 6px 8px;
    overflow: hidden auto;
    border: 1px solid var(--lt-border);
    border-radius: 3px;
    background: var(--vscode-textCodeBlock-background);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .message-status {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    font-size: 0.92em;
  }
  @container (max-width: 420px) {
    lt-changes .role,
    lt-changes .fate {
      display: none;
    }
    lt-changes .tokens {
      min-width: 0;
    }
    lt-changes .texts {
      padding-inline-start: 10px;
    }
  }
`;
