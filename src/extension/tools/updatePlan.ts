import * as v from 'valibot';
import type { Tool } from '../../core/chat/toolContract.ts';
import { readOnlyTool } from './toolDefinition.ts';

const MOST_STEPS = 30;
const LONGEST_STEP = 300;
const STATUSES = ['pending', 'in_progress', 'completed'] as const;

/**
 * Only validates the call. The call in the log is the plan. The view and later compactions read the plan from the log.
 */
export const updatePlan: Tool = readOnlyTool({
  name: 'update_plan',
  description:
    'Shows the person the steps of the current task and their progress. Give all steps each time: the new plan replaces the previous one. The plan stays in context when the thread is compacted.',
  properties: {
    plan: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          step: { type: 'string', description: 'The step, in a few words.' },
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
