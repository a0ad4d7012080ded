import type { UserPart } from '../../core/log/message.ts';
import { clientPart, OBSERVATION } from './clientText.ts';
import type { ImportedMessage } from './recording.ts';

/** Matches the end of each message of SWE-agent to its model: the file that is open, the folder, and a prompt. */
const SHELL_STATE = /\n(?:\([A-Z][\w ]{1,40}: [^\n]{0,500}\)\s*\n){1,4}bash-\$\s*$/u;

/**
 * Gives the person the task that stands before the first answer: it is told in the form in which programs show what a
 * command printed, and no command has run yet.
 */
export function withTask(messages: readonly ImportedMessage[]): readonly ImportedMessage[] {
  const first = messages.findIndex(({ message }) => message.role === 'assistant');
  return messages.map((each, index) => {
    const { message } = each;
    if (message.role !== 'user' || (first >= 0 && index > first)) return each;
    return message.parts.some(isObservation)
      ? { ...each, message: { ...message, parts: message.parts.flatMap(asTask) } }
      : each;
  });
}

function isObservation(part: UserPart): boolean {
  return part.type === 'text' && part.label === OBSERVATION;
}

function asTask(part: UserPart): readonly UserPart[] {
  if (part.type !== 'text' || part.label !== OBSERVATION) return [part];
  const state = SHELL_STATE.exec(part.text);
  const words = { type: 'text', text: part.text.slice(0, state?.index) } as const;
  return state === null ? [words] : [words, clientPart(state[0], 'environment')];
}
