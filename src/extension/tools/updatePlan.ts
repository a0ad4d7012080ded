import * as v from 'valibot';
import type { Tool } from '../../core/chat/toolContract.ts';
import { readOnlyTool } from './toolResult.ts';

const MOST_STEPS = 30;
const LONGEST_STEP = 300;
const STATUSES = ['pending', 'in_progress', 'completed'] as const;

/** The call itself, in the log, is the plan: the view and later compactions read it there. */
export const updatePlan: Tool = readOnlyTool({
  name: 'update_plan',
  description:
    'Shows the person the steps of the work at hand and how far it is. Give all steps each time: this plan takes the place of the one before. It stays in view when the thread is compacted.',
  properties: {
    plan: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          step: { type: 'string', description: 'In a few words.' },
          status: { type: 'string', enum: STATUSES },
        },
        required: ['step', 'status'],
        additionalProperties: false,
      },
    },
  },
  required: ['plan'],
  schema: v.object({
    plan: v.pipe(
      v.array(
        v.object({
          step: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LONGEST_STEP)),
          status: v.picklist(STATUSES),
        }),
      ),
      v.maxLength(MOST_STEPS),
    ),
  }),
  run: ({ plan }) => {
    const done = plan.filter(({ status }) => status === 'completed').length;
    return Promise.resolve(plan.length === 0 ? 'There is no plan now.' : `${done} of ${plan.length} done.`);
  },
});
