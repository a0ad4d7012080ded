import type { ReplacedMessage } from '../log/entry.ts';
import {
  isClientText,
  type Message,
  type TextPart,
  type UserMessage,
  type UserPart,
} from '../log/message.ts';

const replacedTexts = new WeakMap<ReplacedMessage, { readonly of: Message; readonly by: Message }>();

/**
 * Replaces the parts of a message with the treatment's text. Keeps the tool calls, with shorter arguments if the
 * treatment contains shorter arguments. With `ofClient`, replaces only the client's texts in a user message. For the
 * same message and treatment, returns the same object, so that its tokens are counted only once.
 */
export function replaceText(message: Message, treatment: ReplacedMessage): Message {
  const known = replacedTexts.get(treatment);
  if (known?.of === message) return known.by;
  const by = withTextReplaced(message, treatment);
  replacedTexts.set(treatment, { of: message, by });
  return by;
}

function withTextReplaced(message: Message, treatment: ReplacedMessage): Message {
  if (treatment.ofClient === true && message.role === 'user')
    return replaceClientText(message, treatment.text);
  const text: readonly TextPart[] = treatment.text === '' ? [] : [{ type: 'text', text: treatment.text }];
  if (message.role !== 'assistant') return { ...message, parts: text };
  const calls = message.parts
    .filter((part) => part.type === 'toolCall')
    .map((call) => ({ ...call, arguments: argumentsIn(treatment, call.callId) ?? call.arguments }));
  return { ...message, parts: [...text, ...calls] };
}

/**
 * Keeps the parts that the person wrote. Replaces the first text of the client with `text`, and removes all other texts
 * of the client.
 */
function replaceClientText(message: UserMessage, text: string): UserMessage {
  const first = message.parts.find(isClientText);
  const parts = message.parts.flatMap((part): readonly UserPart[] => {
    if (part === first) return [{ ...part, text }];
    return isClientText(part) ? [] : [part];
  });
  return { ...message, parts };
}

/** Checks only own properties: a call id may be `constructor`, which every object inherits. */
function argumentsIn({ arguments: shorter = {} }: ReplacedMessage, callId: string): string | undefined {
  return Object.hasOwn(shorter, callId) ? shorter[callId] : undefined;
}
