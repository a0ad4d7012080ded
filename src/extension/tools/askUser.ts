import * as v from 'valibot';
import type { Tool } from '../../core/chat/toolContract.ts';
import { ANSWERED_NEXT, ASK_USER } from '../../core/tools/askUser.ts';
import { readOnlyTool } from './toolDefinition.ts';

const LONGEST_QUESTION = 2_000;
const MOST_OPTIONS = 6;
const LONGEST_LABEL = 200;
const LONGEST_DETAIL = 500;

/** Only validates the call. The call in the log is the question, and the person's next message is the answer. */
export const askUser: Tool = {
  ...readOnlyTool({
    name: ASK_USER,
    description:
      'Asks the person one question and waits for the answer without a time limit. They choose an option or answer in their own words. Ask when the answer changes your work and only the person knows it. Call it after the other calls of a step.',
    properties: {
      question: { type: 'string', description: 'One question, with the facts needed to answer it.' },
      options: {
        type: 'array',
        maxItems: MOST_OPTIONS,
        items: {
          type: 'object',
          properties: {
            label: { type: 'string', description: 'The answer, in a few words.' },
            detail: { type: 'string', description: 'The consequence of choosing it, in a sentence.' },
          },
          required: ['label'],
          additionalProperties: false,
        },
        description: 'Possible answers, your recommendation first.',
      },
    },
    required: ['question'],
    schema: v.object({
      question: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LONGEST_QUESTION)),
      options: v.optional(
        v.pipe(
          v.array(
            v.object({
              label: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LONGEST_LABEL)),
              detail: v.optional(v.pipe(v.string(), v.maxLength(LONGEST_DETAIL))),
            }),
          ),
          v.maxLength(MOST_OPTIONS),
        ),
      ),
    }),
    run: () => Promise.resolve(ANSWERED_NEXT),
  }),
  asksPerson: true,
  takesMarks: true,
};
