import { css } from 'lit';

export const approvalRowStyle = css`
  lt-approval-row > .row {
    display: flex;
    flex-direction: column;
    gap: 6px;
    margin: 4px 8px;
    padding: 8px;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-widget-border, var(--lt-border)));
    border-inline-start: 3px solid var(--vscode-focusBorder);
    border-radius: 4px;
    overflow-wrap: anywhere;
  }
  lt-approval-row .asked {
    font-weight: 600;
  }
  lt-approval-row :is(.asked, .reason, .rule) {
    display: grid;
    grid-template-columns: 16px 1fr;
    gap: 0 6px;
  }
  lt-approval-row .codicon {
    padding-top: 2px;
  }
  lt-approval-row .forbids .codicon {
    color: var(--vscode-errorForeground);
  }
  lt-approval-row .reason .codicon {
    color: var(--vscode-editorWarning-foreground);
  }
  /* Applies to each 'pre'. With 'pre.original', the selector is more specific than that of markdownStyle. */
  lt-approval-row :is(pre, pre.original) {
    max-height: 12em;
    padding: 4px 6px;
    border: 1px solid var(--lt-border);
    border-radius: 3px;
    background: var(--vscode-textCodeBlock-background);
    white-space: pre-wrap;
    overflow: auto;
  }
  lt-approval-row ul {
    padding-inline-start: 18px;
    list-style: revert;
  }
  lt-approval-row code {
    font-family: var(--lt-mono);
  }
  lt-approval-row .muted {
    font-size: 0.92em;
  }
  lt-approval-row .muted > p {
    margin: 0 0 4px;
  }
  lt-approval-row .answers {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  lt-approval-row .text-input {
    flex: 1 1 200px;
    width: auto;
    min-width: 0;
  }
`;
