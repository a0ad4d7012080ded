import { css } from 'lit';
import { detailStyle } from './detailStyle.ts';

export const planStyle = [
  detailStyle,
  css`
    lt-plan {
      display: flex;
      flex-direction: column;
      flex: 1;
      min-height: 0;
      container: plan / inline-size;
    }
    lt-plan .plan-controls {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 16px;
      padding: 4px 12px;
    }
    lt-plan .plan-controls .field {
      display: flex;
      flex: 0 1 auto;
      align-items: center;
      gap: 8px;
    }
    lt-plan .plan-controls .wide {
      flex: 1 1 260px;
    }
    lt-plan .plan-controls .wide > input {
      flex: 1;
      min-width: 0;
    }
    lt-plan .plan-controls label {
      flex: none;
    }
    lt-plan .plan-controls vscode-single-select {
      width: 9em;
      max-width: none;
    }
    lt-plan .target {
      display: flex;
      gap: 4px;
    }
    lt-plan .target > input {
      width: 11em;
    }
    lt-plan .target > select {
      width: auto;
    }
    lt-plan .plan-status {
      display: flex;
      flex: none;
      flex-wrap: wrap;
      align-items: baseline;
      gap: 0 14px;
      min-height: 28px;
      padding: 4px 12px;
      border-bottom: 1px solid var(--lt-border);
    }
    lt-plan .problem {
      color: var(--lt-error);
    }
    lt-plan .plan-body {
      display: grid;
      flex: 1;
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      grid-template-rows: minmax(0, 1fr);
      min-height: 120px;
    }
    /* What is planned anew is soon something else; a plan that is there at once does not flicker. */
    lt-plan .plan-body.stale,
    lt-plan .plan-status:has(+ .plan-body.stale) > .figure {
      color: var(--lt-muted);
      transition: color 0s 0.3s;
    }
    lt-plan .plan-body > section {
      display: flex;
      flex-direction: column;
      min-width: 0;
      min-height: 0;
    }
    lt-plan .plan-body > section + section {
      border-inline-start: 1px solid var(--lt-border);
    }
    lt-plan .plan-body h3 {
      display: flex;
      flex: none;
      align-items: center;
      gap: 10px;
      min-height: 28px;
      margin: 0;
      padding: 0 12px;
      font-size: 1em;
    }
    lt-plan .plan-body h3 > .muted {
      font-weight: normal;
    }
    lt-plan lt-plan-turns,
    lt-plan lt-plan-texts {
      flex: 1;
    }
    lt-plan .sides {
      display: inline-flex;
      margin-inline-start: auto;
      border: 1px solid var(--vscode-dropdown-border, var(--lt-border));
      border-radius: 3px;
    }
    lt-plan .sides > button {
      font-size: 0.92em;
      font-weight: normal;
      padding: 0 10px;
      line-height: 20px;
    }
    lt-plan .sides > button[aria-pressed='true'] {
      background: var(--vscode-inputOption-activeBackground);
      color: var(--vscode-inputOption-activeForeground);
      outline: 1px solid var(--vscode-inputOption-activeBorder, transparent);
      outline-offset: -1px;
    }
    lt-plan .plan-more {
      flex: none;
      max-height: 30%;
      padding: 4px 12px;
      overflow-y: auto;
      border-top: 1px solid var(--lt-border);
    }
    lt-plan .risks ul {
      margin: 2px 0;
    }
    lt-plan .risks li {
      display: flex;
      gap: 8px;
      max-width: 90ch;
    }
    lt-plan .risks li > .one-line {
      flex: 1;
    }
    /* A long plan does not hide what can be done with it. */
    lt-plan > .buttons-line {
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
    @container plan (max-width: 640px) {
      lt-plan .plan-controls .field {
        flex: 1 1 100%;
        flex-wrap: wrap;
      }
      lt-plan .plan-controls .wide > input {
        flex: 1 1 12em;
      }
      lt-plan .plan-body {
        flex: none;
        grid-template-columns: minmax(0, 1fr);
        grid-template-rows: 300px 360px;
      }
      lt-plan .plan-body > section + section {
        border-inline-start: 0;
        border-top: 1px solid var(--lt-border);
      }
      lt-plan .plan-more {
        max-height: none;
      }
    }
  `,
];
