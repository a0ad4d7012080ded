import { importedEntries } from '../../../src/core/session/importSession.ts';
import { foldSession } from '../../../src/core/session/session.ts';
import { writeNotes } from '../../../src/core/record/notes.ts';
import { tokensOf, type ContextItem } from '../retention/contextItem.ts';
import { groupsOf, itemsOf, newestWithin } from '../retention/rows/groups.ts';
import type { Row } from '../retention/rows/row.ts';
import { withShortResult } from './whatWasSaid.ts';

const NEWEST_SHARE = Number(process.env['TAIL'] ?? 0.3);

/** The new notes beside the newest messages as they stand: until the engine writes them. */
export const notes: Row = {
  name: 'notes',
  kind: 'engine',
  compact: ({ past, budgetTokens, count }) => {
    const groups = groupsOf(itemsOf(past.map(({ message }) => message)).map(withShortResult));
    const newest = newestWithin(groups, Math.floor(budgetTokens * NEWEST_SHARE), count);
    const told = groups.slice(0, groups.length - newest.length).flat().length;
    const { messages } = foldSession(importedEntries(past.slice(0, told), 0));
    const room = budgetTokens - tokensOf(newest.flat(), count) - 10;
    const { text } = writeNotes({ messages, budgetTokens: room, count });
    const item: ContextItem = { role: 'user', content: text, treatment: 'ledger' };
    return [item, ...newest.flat()];
  },
};
