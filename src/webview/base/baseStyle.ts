import { css } from 'lit';

/** Styles that both views share: fonts, focus, buttons. All colours, including the fallbacks, come from the theme. */
export const baseStyle = css`
  :root {
    --lt-muted: var(--vscode-descriptionForeground);
    --lt-border: var(
      --vscode-contrastBorder,
      var(--vscode-sideBarSectionHeader-border, var(--vscode-widget-border, transparent))
    );
    /* Themes choose these colours for icons. Text would be too pale, so some of the foreground's colour is mixed in. */
    --lt-error: color-mix(in srgb, var(--vscode-errorForeground) 65%, var(--vscode-foreground));
    --lt-warning: color-mix(in srgb, var(--vscode-editorWarning-foreground) 60%, var(--vscode-foreground));
    --lt-hover: var(--vscode-list-hoverBackground);
    --lt-accent: var(--vscode-textLink-foreground);
    --lt-mono: var(--vscode-editor-font-family, monospace);
    --lt-mono-size: var(--vscode-editor-font-size, 12px);
    /* High Contrast themes do not define these two colours, and vscode-button falls back to colours of a dark theme. */
    /* If a theme defines the colours, they override these values, since VS Code sets them as inline styles. */
    --vscode-button-secondaryBackground: var(--lt-surface);
    --vscode-button-secondaryHoverBackground: color-mix(
      in srgb,
      var(--vscode-foreground) 12%,
      var(--lt-surface)
    );
  }
  /* VS Code's light theme gives secondary text the colour of all text. This rule makes it lighter, but readable. */
  .vscode-light {
    --lt-muted: oklch(from var(--vscode-descriptionForeground) max(l, 0.5) c h);
  }
  html,
  body {
    height: 100%;
  }
  body {
    margin: 0;
    padding: 0;
    overflow: hidden;
    color: var(--vscode-foreground);
    font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size, 13px);
    line-height: 1.45;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  button,
  input,
  textarea {
    font: inherit;
    color: inherit;
  }
  /* Removes the browser's default styles of these elements. */
  :where(button) {
    padding: 0;
    border: 0;
    background: none;
    text-align: start;
    cursor: pointer;
  }
  :where(ul, ol) {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  :where(pre) {
    margin: 0;
    font-family: var(--lt-mono);
    font-size: var(--lt-mono-size);
  }
  summary {
    cursor: pointer;
  }
  /* Code that wraps gets its padding and corners on each line. */
  code {
    -webkit-box-decoration-break: clone;
    box-decoration-break: clone;
  }
  :not(pre) > code {
    padding: 0 2px;
    border: 1px solid var(--vscode-textPreformat-border, transparent);
    border-radius: 3px;
    background: var(--vscode-textPreformat-background);
    color: var(--vscode-textPreformat-foreground);
  }
  :focus {
    outline: none;
  }
  :focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  .codicon[class*='codicon-'] {
    vertical-align: -3px;
  }
  .icon-button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    flex: none;
    width: 22px;
    height: 22px;
    border-radius: 4px;
    color: var(--vscode-icon-foreground);
  }
  .icon-button:hover:not(:disabled) {
    background: var(--vscode-toolbar-hoverBackground);
    outline: 1px dashed var(--vscode-toolbar-hoverOutline, transparent);
    outline-offset: -1px;
  }
  .icon-button[aria-pressed='true'] {
    background: var(--vscode-inputOption-activeBackground);
    color: var(--vscode-inputOption-activeForeground);
    outline: 1px solid var(--vscode-inputOption-activeBorder, transparent);
    outline-offset: -1px;
  }
  .icon-button[aria-pressed='true']:focus-visible {
    outline-color: var(--vscode-focusBorder);
  }
  .icon-button:disabled {
    color: var(--vscode-disabledForeground);
    cursor: default;
  }
  .link-button {
    border-radius: 2px;
    color: var(--vscode-textLink-foreground);
  }
  .link-button:hover {
    color: var(--vscode-textLink-activeForeground);
    text-decoration: underline;
  }
  .muted {
    color: var(--lt-muted);
  }
  .figure {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .one-line {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .for-screen-reader {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .text-input {
    width: 100%;
    padding: 3px 6px;
    border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent));
    border-radius: 4px;
    background: var(--vscode-input-background);
    color: var(--vscode-input-foreground);
  }
  .text-input::placeholder {
    color: var(--vscode-input-placeholderForeground);
    opacity: 1;
  }
  .text-input:focus {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: -1px;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation-duration: 0s !important;
      transition-duration: 0s !important;
    }
    /* The style sheet of the icons also sets a duration with !important, so the animation itself is removed. */
    .codicon-modifier-spin {
      animation-name: none !important;
    }
  }
`;
