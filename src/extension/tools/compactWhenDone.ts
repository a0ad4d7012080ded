import * as v from 'valibot';
import { ASK_FOR_COMPACTION } from '../../core/chat/askedCompaction.ts';
import type { Tool } from '../../core/chat/toolContract.ts';
import { readOnlyTool } from './toolResult.ts';

/** The call itself, in the log, is the wish: it is met once the turn is over. */
export const compactWhenDone: Tool = readOnlyTool({
  name: ASK_FOR_COMPACTION,
  description:
    'Asks for a compaction of this thread once your turn is over. Call it at the end of a task whose details the next one will not need; originals can be recalled.',
  properties: {},
  required: [],
  schema: v.object({}),
  run: () =>
    Promise.resolve('The thread is compacted when this turn is over, unless the person set it otherwise.'),
});
