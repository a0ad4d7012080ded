import { css } from 'lit';

/** One colour for what becomes of a message, before a compaction and after it. */
export const fateStyle = css`
  :is(lt-changes, lt-plan-turns) .stays {
    --fate: var(--vscode-charts-green);
  }
  :is(lt-changes, lt-plan-turns) .shortened {
    --fate: var(--vscode-charts-yellow);
  }
  :is(lt-changes, lt-plan-turns) :is(.notes, .record) {
    --fate: var(--vscode-charts-blue);
  }
  :is(lt-changes, lt-plan-turns) .leftOut {
    --fate: var(--lt-muted);
  }
`;
