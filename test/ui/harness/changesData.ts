import type { ChatRow, ToolRow } from '../../../src/shared/chatView.ts';

const at = Date.UTC(2026, 4, 12, 10, 14);
const change = { isUndone: false, isAccepted: false, canUndo: true };
const files = ['src/interpolate.ts', 'src/chart.ts'];

/** Two edits of one turn, and the row with the changed files at the end of the turn. The person has kept one file. */
export const changedFiles: readonly ChatRow[] = [
  ...files.map((name, index): ToolRow => ({
    type: 'tool',
    id: `t${index + 1}`,
    at,
    name: 'edit_file',
    mainArgument: name,
    status: 'done',
    outcome: '+4 −2',
    isPinned: false,
    change: { ...change, isAccepted: index === 1 },
  })),
  {
    type: 'changes',
    id: 'm1:changes',
    at,
    files: files.map((name, index) => ({
      row: `m1:changes:${index}`,
      name,
      ...change,
      isAccepted: index === 1,
    })),
    ...change,
  },
];
