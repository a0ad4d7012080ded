import type { ToolCallPart } from '../log/message.ts';
import { argumentsOf, isFields } from './callArguments.ts';

/** The name of the chat's tool by which a model asks the person. */
export const ASK_USER = 'ask_user';

/** The result of an answered question. The answer itself is the person's next message. */
export const ANSWERED_NEXT = 'The person answers in the next message.';

export interface AskedOption {
  readonly label: string;
  /** The consequence of choosing this option. */
  readonly detail?: string;
}

export interface AskedQuestion {
  readonly text: string;
  readonly options: readonly AskedOption[];
}

/** Parses the question in a call of `ask_user`. Returns undefined for other calls and for an empty question. */
export function questionOf(call: ToolCallPart): AskedQuestion | undefined {
  if (call.name !== ASK_USER) return undefined;
  const { question, options } = argumentsOf(call);
  if (typeof question !== 'string' || question.trim() === '') return undefined;
  return { text: question, options: (Array.isArray(options) ? options : []).flatMap(optionOf) };
}

function optionOf(option: unknown): readonly AskedOption[] {
  if (!isFields(option)) return [];
  const { label, detail } = option;
  if (typeof label !== 'string' || label.trim() === '') return [];
  return [{ label, ...(typeof detail === 'string' && detail !== '' ? { detail } : {}) }];
}
