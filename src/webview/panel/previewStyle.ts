import { css } from 'lit';
import { detailStyle } from './detailStyle.ts';

export const previewStyle = [
  detailStyle,
  css`
    lt-preview {
      display: flex;
      flex-direction: column;
      flex: 1;
      min-height: 0;
      container: preview / inline-size;
    }
    lt-preview .preview-controls {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 16px;
      padding: 4px 12px;
    }
    lt-preview .preview-controls .field {
      display: flex;
      flex: 0 1 auto;
      align-items: center;
      gap: 8px;
      min-width: 0;
    }
    lt-preview .preview-controls .wide {
      flex: 1 1 260px;
    }
    lt-preview .preview-controls .wide > input {
      flex: 1;
      min-width: 0;
    }
    lt-preview .preview-controls label {
      flex: none;
    }
    lt-preview .preview-controls vscode-single-select {
      width: 9em;
      max-width: none;
    }
    lt-preview .target {
      display: flex;
      gap: 4px;
      min-width: 0;
    }
    lt-preview .target > input {
      width: 11em;
      min-width: 0;
    }
    lt-preview .target > select {
      flex: 0 4 auto;
      width: auto;
      min-width: 0;
    }
    lt-preview .preview-status {
      display: flex;
      flex: none;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0 14px;
      min-height: 28px;
      padding: 4px 12px;
      border-bottom: 1px solid var(--lt-border);
    }
    lt-preview .problem {
      color: var(--lt-error);
    }
    lt-preview .preview-body {
      display: grid;
      flex: 1;
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      grid-template-rows: minmax(0, 1fr);
      min-height: 120px;
    }
    /* Dims a preview that is being planned again, but only after a delay, so that quick planning causes no flicker. */
    lt-preview .preview-body.stale,
    lt-preview .preview-status:has(+ .preview-body.stale) > .figure {
      color: var(--lt-muted);
      transition: color 0s 0.3s;
    }
    lt-preview .preview-body > section {
      display: flex;
      flex-direction: column;
      min-width: 0;
      min-height: 0;
    }
    lt-preview .preview-body > section + section {
      border-inline-start: 1px solid var(--lt-border);
    }
    lt-preview .preview-body h3 {
      display: flex;
      flex: none;
      align-items: center;
      gap: 10px;
      min-height: 28px;
      margin: 0;
      padding: 0 12px;
      font-size: 1em;
    }
    lt-preview .preview-body h3 > .muted {
      font-weight: normal;
    }
    lt-preview lt-preview-turns,
    lt-preview lt-preview-texts {
      flex: 1;
    }
    lt-preview .sides {
      display: inline-flex;
      margin-inline-start: auto;
      border: 1px solid var(--vscode-dropdown-border, var(--lt-border));
      border-radius: 3px;
    }
    lt-preview .sides > button {
      font-size: 0.92em;
      font-weight: normal;
      padding: 0 10px;
      line-height: 20px;
    }
    lt-preview .sides > button[aria-pressed='true'] {
      background: var(--vscode-inputOption-activeBackground);
      color: var(--vscode-inputOption-activeForeground);
      outline: 1px solid var(--vscode-inputOption-activeBorder, transparent);
      outline-offset: -1px;
    }
    lt-preview .preview-more {
      flex: none;
      max-height: 30%;
      padding: 4px 12px;
      overflow-y: auto;
      border-top: 1px solid var(--lt-border);
    }
    lt-preview .risks ul {
      margin: 2px 0;
    }
    lt-preview .risks li {
      display: flex;
      gap: 8px;
      max-width: 90ch;
    }
    lt-preview .risks li > .one-line {
      flex: 1;
    }
    /* Keeps the buttons in view while a long preview scrolls. */
    lt-preview > .buttons-line {
      position: sticky;
      bottom: 0;
      z-index: 1;
      display: flex;
      flex: none;
      flex-wrap: wrap;
      gap: 8px;
      align-items: center;
      background: var(--lt-surface);
      padding: 8px 12px;
      border-top: 1px solid var(--lt-border);
    }
    @container preview (max-width: 640px) {
      lt-preview .preview-controls .field {
        flex: 1 1 100%;
        flex-wrap: wrap;
        gap: 2px 8px;
      }
      lt-preview .preview-controls label {
        flex: 1 0 100%;
      }
      lt-preview .preview-body {
        flex: none;
        grid-template-columns: minmax(0, 1fr);
        grid-template-rows: 300px 360px;
      }
      lt-preview .preview-body > section + section {
        border-inline-start: 0;
        border-top: 1px solid var(--lt-border);
      }
      lt-preview .preview-more {
        max-height: none;
      }
    }
  `,
];
