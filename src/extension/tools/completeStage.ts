import * as v from 'valibot';
import type { Tool } from '../../core/chat/toolContract.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { formatCount } from '../../shared/format.ts';
import { finishStage } from '../stages/finishStage.ts';
import { readOnlyTool } from './toolDefinition.ts';

const MOST_DECISIONS = 20;

export function completeStage(live: LiveSession): Tool {
  return readOnlyTool({
    name: 'complete_stage',
    description:
      'Marks a piece of work in this thread as finished and keeps its decisions. The decisions stay in context when the messages of the stage are compacted.',
    properties: {
      title: { type: 'string', description: 'The finished work, in a few words.' },
      decisions: {
        type: 'array',
        items: { type: 'string' },
        description: 'The decisions and their reasons, one sentence each, with exact names and paths.',
      },
    },
    required: ['title', 'decisions'],
    schema: v.object({
      title: v.pipe(v.string(), v.trim(), v.minLength(1)),
      decisions: v.pipe(v.array(v.string()), v.maxLength(MOST_DECISIONS)),
    }),
    run: async ({ title, decisions }) => {
      const stage = await finishStage(live, { title, by: 'model', decisions });
      if (stage === undefined) throw new Error('Nothing was said since the last stage was finished.');
      return `Stage “${stage.title}” is finished: ${formatCount(stage.messageCount, 'message')}, ${stage.first} to ${stage.last}.`;
    },
  });
}
