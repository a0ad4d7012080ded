import { css } from 'lit';

export const composerStyle = css`
  lt-composer {
    display: block;
    position: relative;
    padding: 4px 8px 8px;
  }
  lt-composer .box {
    border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, var(--vscode-widget-border)));
    border-radius: 4px;
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground);
  }
  lt-composer .box:focus-within {
    border-color: var(--vscode-focusBorder);
  }
  lt-composer textarea {
    display: block;
    width: 100%;
    min-height: 2.9em;
    max-height: 40vh;
    padding: 6px 8px 0;
    border: 0;
    outline: 0 !important;
    background: none;
    resize: none;
    field-sizing: content;
    overflow-y: auto;
  }
  lt-composer textarea::placeholder {
    color: var(--vscode-input-placeholderForeground);
    opacity: 1;
  }
  lt-composer .foot {
    display: flex;
    align-items: center;
    gap: 2px;
    height: 28px;
    padding: 0 3px 3px;
  }
  lt-composer .doing {
    display: flex;
    flex: 1;
    min-width: 0;
    padding: 0 4px;
    font-size: 0.92em;
    white-space: nowrap;
  }
  lt-composer .mode {
    display: inline-flex;
    flex: none;
    align-items: center;
    gap: 3px;
    height: 22px;
    padding: 0 4px;
    border-radius: 4px;
    font-size: 0.92em;
    white-space: nowrap;
  }
  lt-composer .mode:hover {
    background: var(--vscode-toolbar-hoverBackground);
  }
  lt-composer .attachments {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    padding: 6px 6px 0;
  }
  lt-composer .attachment {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    max-width: 100%;
    height: 20px;
    padding-inline-start: 5px;
    border: 1px solid var(--vscode-contrastBorder, color-mix(in srgb, currentColor 18%, transparent));
    border-radius: 3px;
    font-size: 0.92em;
  }
  lt-composer .attachment .codicon {
    font-size: 13px;
  }
  lt-composer .attachment .icon-button {
    width: 18px;
    height: 18px;
  }
  lt-composer .attachment.has-problem {
    color: var(--lt-error);
  }
  lt-composer .waiting {
    margin: 0 1px 4px;
    padding: 2px 0 2px 7px;
    border-inline-start: 2px solid var(--vscode-progressBar-background);
    font-size: 0.92em;
    color: var(--lt-muted);
    list-style: none;
  }
  lt-composer .waiting > li {
    display: flex;
    align-items: center;
    gap: 6px;
    line-height: 20px;
  }
  lt-composer .waiting .codicon {
    font-size: 13px;
  }
  lt-composer .waiting .one-line {
    flex: 1;
    min-width: 0;
  }
  lt-composer .waiting .icon-button {
    width: 20px;
    height: 20px;
  }
  lt-composer .completions {
    position: absolute;
    inset: auto 8px calc(100% - 4px) 8px;
    max-height: 220px;
    padding: 3px;
    overflow-y: auto;
    border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorSuggestWidget-border));
    border-radius: 4px;
    background: var(--vscode-editorSuggestWidget-background);
    color: var(--vscode-editorSuggestWidget-foreground);
    z-index: 3;
  }
  lt-composer .completion {
    display: flex;
    align-items: center;
    gap: 6px;
    height: 22px;
    padding: 0 5px;
    border-radius: 3px;
    cursor: pointer;
  }
  lt-composer .completion > .detail {
    flex: 1;
    text-align: end;
    font-size: 0.92em;
    color: var(--lt-muted);
  }
  lt-composer .completion[aria-selected='true'] {
    background: var(--vscode-list-activeSelectionBackground);
    color: var(--vscode-list-activeSelectionForeground);
    outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  lt-composer .completion[aria-selected='true'] .detail {
    color: inherit;
  }
  lt-composer .progress {
    position: absolute;
    inset: 0 0 auto 0;
    height: 2px;
    overflow: hidden;
    opacity: 0;
    animation: lt-appear 0s 300ms forwards;
  }
  lt-composer .progress::before {
    content: '';
    display: block;
    width: 20%;
    height: 100%;
    background: var(--vscode-progressBar-background);
    animation: lt-travel 2.4s linear infinite;
  }
  lt-composer .activity {
    opacity: 0;
    animation: lt-appear 0s 300ms forwards;
  }
  lt-composer .waited {
    font-variant-numeric: tabular-nums;
  }
  @keyframes lt-appear {
    to {
      opacity: 1;
    }
  }
  @keyframes lt-travel {
    from {
      transform: translateX(-100%);
    }
    to {
      transform: translateX(600%);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    lt-composer .progress::before {
      width: 100%;
    }
  }
`;
