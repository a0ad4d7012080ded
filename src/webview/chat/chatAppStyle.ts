import { css } from 'lit';

export const chatAppStyle = css`
  :root {
    --lt-surface: var(--vscode-sideBar-background);
    --lt-rule: var(--vscode-widget-border, var(--vscode-panel-border));
  }
  lt-chat {
    position: relative;
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    grid-template-columns: minmax(0, 1fr);
    height: 100vh;
  }
  lt-chat > lt-header {
    grid-row: 1;
  }
  lt-chat > .thread,
  lt-chat > lt-sessions,
  lt-chat > .empty {
    grid-area: 2 / 1;
  }
  /* The covered thread keeps its size, so that it keeps its scroll position. */
  lt-chat:has(> lt-sessions) > :is(.thread, .empty) {
    visibility: hidden;
  }
  lt-chat > .message {
    grid-row: 3;
  }
  lt-chat > :is(lt-question, lt-expired-cache) {
    grid-row: 4;
  }
  lt-chat > lt-plan {
    grid-row: 5;
  }
  lt-chat > lt-ask {
    grid-row: 6;
  }
  lt-chat > lt-composer {
    grid-row: 7;
  }
  .thread {
    position: relative;
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .thread > lt-list {
    flex: 1;
    min-height: 0;
  }
  .to-newest {
    position: absolute;
    inset: auto 0 8px 0;
    display: flex;
    align-items: center;
    gap: 2px;
    width: max-content;
    height: 24px;
    margin: 0 auto;
    padding: 0 10px 0 6px;
    border: 1px solid var(--vscode-editorSuggestWidget-border);
    border-radius: 4px;
    /* The button floats over text, so it needs colours that are opaque in every theme. */
    background: var(--vscode-editorSuggestWidget-background);
    color: var(--vscode-editorSuggestWidget-foreground);
  }
  .to-newest:hover {
    text-decoration: underline;
  }
  .message {
    padding: 4px 12px;
    border-top: 1px solid var(--lt-border);
    color: var(--vscode-foreground);
  }
  .empty {
    align-self: center;
    justify-self: center;
    max-width: 34ch;
    padding: 16px;
    text-align: center;
  }
  .empty p {
    margin: 0 0 12px;
  }
  .suggestions {
    display: grid;
    gap: 6px;
    margin: 0 0 16px;
  }
  .suggestion {
    width: 100%;
    padding: 5px 10px;
    border: 1px solid var(--lt-rule);
    border-radius: 4px;
    color: var(--vscode-foreground);
  }
  .suggestion:hover {
    background: var(--lt-hover);
  }
  .empty vscode-button ~ p {
    margin: 12px 0 0;
  }
  .empty .link-button {
    text-align: center;
  }
`;
