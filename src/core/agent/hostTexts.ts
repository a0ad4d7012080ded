import type { Context } from '../context/context.ts';
import type { Message, Part, TextPart } from '../log/message.ts';
import { AGENT_TEXT } from './userText.ts';

/**
 * Restores the texts as the host sent them: joins the person's words with the host's text around them, and removes
 * `origin` and `label`, since text with the origin `client` is put in a tag for the model. Must run before adjacent
 * messages are merged, since otherwise texts of different messages would be joined, too.
 */
export function hostTexts(context: Context): Context {
  return context.map((item) => {
    const message = whole(item.message);
    return message === item.message ? item : { ...item, message };
  });
}

function whole(message: Message): Message {
  const isHosts = (message.parts as readonly Part[]).some(
    (part) => part.type === 'text' && part.label === AGENT_TEXT,
  );
  if (!isHosts) return message;
  const parts: Part[] = [];
  for (const part of message.parts) {
    const last = parts.at(-1);
    if (part.type !== 'text') parts.push(part);
    else if (last?.type === 'text') parts[parts.length - 1] = plain(last.text + part.text);
    else parts.push(plain(part.text));
  }
  return { ...message, parts } as Message;
}

function plain(text: string): TextPart {
  return { type: 'text', text };
}
