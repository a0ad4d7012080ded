import * as v from 'valibot';
import { ASK_FOR_COMPACTION } from '../../core/chat/askedCompaction.ts';
import type { Tool } from '../../core/chat/toolContract.ts';
import { readOnlyTool } from './toolDefinition.ts';

/**
 * Only checks the arguments. If the log contains a call of this tool, the compactor compacts the thread after the turn.
 */
export const compactWhenDone: Tool = readOnlyTool({
  name: ASK_FOR_COMPACTION,
  description:
    'Requests a compaction of this thread after your turn. Call it at the end of a task whose details the next task does not need; recall can still read the originals.',
  properties: {},
  required: [],
  schema: v.object({}),
  run: () =>
    Promise.resolve('The thread is compacted after this turn, unless the person’s settings prevent it.'),
});
