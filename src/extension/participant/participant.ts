import * as vscode from 'vscode';
import { messageOf } from '../../core/text/messageOf.ts';
import type { Parts } from '../parts.ts';
import { SHOW_MESSAGE, type Answer } from './answer.ts';
import { answerQuestion } from './answerQuestion.ts';
import { chatOf } from './chatOf.ts';
import { readQuestion } from './slashCommands.ts';
import { readKept, suggestedReplies, type KeptData } from './whichSession.ts';

const ID = 'longthread.participant';

/** Registers `@longthread` in every chat of the editor. Does nothing if the editor has no chats. */
export function registerParticipant(
  { acting, agentSessions, services }: Pick<Parts, 'acting' | 'agentSessions' | 'services'>,
  chat: Partial<Pick<typeof vscode.chat, 'createChatParticipant'>> | undefined,
): { dispose(): void } {
  const create = chat?.createChatParticipant;
  if (create === undefined) return { dispose: () => undefined };
  const participant = create(ID, async (request, { history }, stream) => {
    const { command, prompt } = request;
    const kept = keptIn(history);
    try {
      const answer = await answerQuestion(readQuestion(command, prompt), {
        ...{ acting, agentSessions, logger: services.logger },
        ...{ chat: chatOf(request), kept, words: prompt },
      });
      write(answer, stream);
      return { metadata: { ...answer.kept } };
    } catch (error) {
      services.logger.error(`@longthread: ${messageOf(error)}`, error);
      stream.markdown(messageOf(error));
      return { metadata: { ...kept } };
    }
  });
  participant.followupProvider = { provideFollowups: ({ metadata }) => suggestedReplies(readKept(metadata)) };
  participant.iconPath = vscode.Uri.joinPath(services.context.extensionUri, 'media', 'icon.png');
  return participant;
}

/**
 * Returns the data that was kept with the newest answer in the chat. Returns an empty object if that answer is not from
 * Longthread.
 */
function keptIn(history: vscode.ChatContext['history']): KeptData {
  const newest = history.findLast((turn) => turn instanceof vscode.ChatResponseTurn);
  return readKept(newest?.result.metadata);
}

/** Writes an answer. Its links may only run the command that shows a message. */
function write({ markdown, buttons }: Answer, stream: vscode.ChatResponseStream): void {
  const text = new vscode.MarkdownString(markdown);
  text.isTrusted = { enabledCommands: [SHOW_MESSAGE] };
  stream.markdown(text);
  for (const { arguments: given, ...button } of buttons)
    stream.button({ ...button, ...(given && { arguments: [...given] }) });
}
