import type { Conversation } from '../../core/chat/conversation.ts';
import { notify } from '../asking/notify.ts';

/** What the own chat would show beside the thread is a notification where the editor's agent leads. */
export function tellNotices(conversation: Pick<Conversation, 'onEvent'>): void {
  conversation.onEvent((event) => {
    if (event.type === 'noticed') void notify(event.sentence);
  });
}

const GO_ON = 'Go On';

/** A request that a used budget held back goes out when the person says so, and then tries again in the agent's chat. */
export async function askToGoOn({ budget }: Pick<Conversation, 'budget'>): Promise<void> {
  const { refusal } = budget;
  if (refusal === undefined) return;
  const pressed = await notify(`${refusal} Then try again in the chat.`, GO_ON);
  if (pressed === GO_ON) budget.goOn();
}
