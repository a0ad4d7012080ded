import * as vscode from 'vscode';
import { messageOf } from '../../core/text/messageOf.ts';
import type { Parts } from '../parts.ts';
import { SHOW_MESSAGE, type Answer } from './answer.ts';
import { answerQuestion } from './answerQuestion.ts';
import { readQuestion } from './question.ts';

const ID = 'longthread.participant';

/** `@longthread` in every chat of the editor. Nothing where the editor has no chats. */
export function registerParticipant(
  { acting, agentSessions, services }: Pick<Parts, 'acting' | 'agentSessions' | 'services'>,
  chat: Partial<Pick<typeof vscode.chat, 'createChatParticipant'>> | undefined,
): { dispose(): void } {
  const create = chat?.createChatParticipant;
  if (create === undefined) return { dispose: () => undefined };
  const participant = create(ID, async ({ command, prompt }, _context, stream) => {
    try {
      const asked = { acting, agentSessions, logger: services.logger };
      write(await answerQuestion(readQuestion(command, prompt), asked), stream);
    } catch (error) {
      services.logger.error(`@longthread: ${messageOf(error)}`);
      stream.markdown(messageOf(error));
    }
  });
  participant.iconPath = vscode.Uri.joinPath(services.context.extensionUri, 'media', 'icon.png');
  return participant;
}

/** Of all commands a link may run the one alone that shows a message. */
function write({ markdown, buttons }: Answer, stream: vscode.ChatResponseStream): void {
  const text = new vscode.MarkdownString(markdown);
  text.isTrusted = { enabledCommands: [SHOW_MESSAGE] };
  stream.markdown(text);
  for (const { arguments: given, ...button } of buttons)
    stream.button({ ...button, ...(given && { arguments: [...given] }) });
}
