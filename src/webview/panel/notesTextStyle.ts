import { css } from 'lit';

export const notesTextStyle = css`
  lt-notes {
    display: block;
    container: notes / inline-size;
  }
  lt-notes .note-line {
    display: flex;
    flex-wrap: wrap;
    align-items: flex-start;
    gap: 0 6px;
    min-height: 20px;
    margin: 0 -6px;
    padding: 0 6px;
    border-radius: 3px;
  }
  lt-notes .note-line.open:hover,
  lt-notes .note-line:focus-within {
    background: var(--lt-hover);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
    outline-offset: -1px;
  }
  lt-notes .note-line > .words {
    flex: 1 1 12em;
    min-width: 0;
    font-family: var(--lt-mono);
    font-size: var(--lt-mono-size);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  lt-notes .heading > .words {
    font-weight: 600;
  }
  lt-notes .is-struck {
    text-decoration: line-through;
    color: var(--lt-muted);
  }
  lt-notes .note-mark {
    flex: none;
    font-size: 0.92em;
    color: var(--lt-muted);
  }
  lt-notes .note-mark.yours {
    padding: 0 5px;
    border-radius: 8px;
    color: var(--vscode-badge-foreground);
    background: var(--vscode-badge-background);
    border: 1px solid var(--vscode-contrastBorder, transparent);
  }
  /* Hidden buttons keep their space, so that a line does not move when the pointer reaches it. */
  lt-notes .note-buttons {
    display: flex;
    flex: none;
    gap: 2px;
    height: 20px;
    visibility: hidden;
  }
  lt-notes .note-line:hover > .note-buttons,
  lt-notes .note-line:focus > .note-buttons,
  lt-notes .note-line:focus-within > .note-buttons {
    visibility: visible;
  }
  lt-notes .note-line > .text-input {
    flex: 1;
    min-width: 0;
  }
  lt-notes .add-note {
    width: 100%;
    margin-top: 6px;
  }
  lt-notes .note-edits {
    margin-top: 6px;
  }
  lt-notes .note-edits ul {
    margin: 2px 0;
  }
  lt-notes .note-edits li {
    display: flex;
    align-items: baseline;
    gap: 8px;
    padding: 1px 0;
  }
  lt-notes .note-edits li > span {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;
