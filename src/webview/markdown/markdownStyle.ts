import { css } from 'lit';

/** Styles rendered Markdown and its code. Most syntax colours are the theme's colours for values in the debugger. */
export const markdownStyle = css`
  lt-markdown {
    display: block;
    overflow-wrap: anywhere;
  }
  lt-markdown p,
  lt-markdown ul,
  lt-markdown ol,
  lt-markdown blockquote,
  lt-markdown table,
  lt-markdown .code {
    margin: 0 0 8px;
  }
  lt-markdown > div:last-child > :last-child {
    margin-bottom: 0;
  }
  lt-markdown h1,
  lt-markdown h2,
  lt-markdown h3,
  lt-markdown h4,
  lt-markdown h5,
  lt-markdown h6 {
    margin: 12px 0 4px;
    font-size: 1em;
    font-weight: 600;
  }
  lt-markdown h1 {
    font-size: 1.15em;
  }
  lt-markdown h2 {
    font-size: 1.08em;
  }
  lt-markdown > div:first-child > :first-child {
    margin-top: 0;
  }
  lt-markdown ul,
  lt-markdown ol {
    padding-inline-start: 20px;
    list-style: revert;
  }
  lt-markdown li > p {
    margin-bottom: 4px;
  }
  lt-markdown li > ul,
  lt-markdown li > ol {
    margin-bottom: 0;
  }
  lt-markdown blockquote {
    padding-inline-start: 10px;
    border-inline-start: 2px solid var(--vscode-textBlockQuote-border);
    color: var(--lt-muted);
  }
  lt-markdown hr {
    border: 0;
    border-top: 1px solid var(--lt-border);
    margin: 10px 0;
  }
  lt-markdown a {
    color: var(--vscode-textLink-foreground);
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  lt-markdown a:hover {
    color: var(--vscode-textLink-activeForeground);
  }
  lt-markdown code {
    font-family: var(--lt-mono);
    font-size: 0.92em;
  }
  lt-markdown table {
    display: block;
    width: max-content;
    max-width: 100%;
    overflow-x: auto;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  lt-markdown th,
  lt-markdown td {
    padding: 3px 10px 3px 0;
    border-bottom: 1px solid var(--lt-border);
    text-align: start;
    overflow-wrap: normal;
  }
  lt-markdown .align-right {
    text-align: end;
  }
  lt-markdown .align-center {
    text-align: center;
  }
  .code {
    border: 1px solid
      var(--vscode-contrastBorder, var(--vscode-chat-requestBorder, var(--vscode-widget-border)));
    border-radius: 4px;
    background: var(--vscode-textCodeBlock-background);
    overflow: hidden;
  }
  .code-bar {
    display: flex;
    align-items: center;
    height: 24px;
    padding: 0 2px 0 8px;
    font-size: 0.85em;
  }
  .code-bar > .one-line {
    flex: 1;
  }
  .code pre,
  pre.original {
    margin: 0;
    padding: 0 8px 8px;
    overflow-x: auto;
    line-height: 1.45;
    tab-size: 4;
  }
  .code code,
  pre.original code {
    padding: 0;
    background: none;
    color: inherit;
    font: inherit !important;
  }
  .hljs-keyword,
  .hljs-selector-tag,
  .hljs-meta,
  .hljs-section {
    color: var(--vscode-debugTokenExpression-name);
  }
  .hljs-string,
  .hljs-regexp,
  .hljs-attribute {
    color: var(--vscode-debugTokenExpression-string);
  }
  .hljs-number,
  .hljs-symbol,
  .hljs-bullet {
    color: color-mix(in srgb, var(--vscode-debugTokenExpression-number) 65%, var(--vscode-foreground));
  }
  .hljs-literal,
  .hljs-attr,
  .hljs-tag,
  .hljs-name {
    color: color-mix(in srgb, var(--vscode-debugTokenExpression-boolean) 65%, var(--vscode-foreground));
  }
  .hljs-type,
  .hljs-built_in,
  .hljs-title.class_ {
    color: color-mix(in srgb, var(--vscode-debugTokenExpression-type) 65%, var(--vscode-foreground));
  }
  .hljs-title,
  .hljs-title.function_ {
    color: var(--vscode-symbolIcon-functionForeground);
  }
  .hljs-comment,
  .hljs-quote {
    color: var(--lt-muted);
  }
  .hljs-addition {
    color: color-mix(
      in srgb,
      var(--vscode-gitDecoration-addedResourceForeground) 60%,
      var(--vscode-foreground)
    );
  }
  .hljs-deletion {
    color: color-mix(
      in srgb,
      var(--vscode-gitDecoration-deletedResourceForeground) 60%,
      var(--vscode-foreground)
    );
  }
`;
