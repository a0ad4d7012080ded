import * as v from 'valibot';
import type { ChatView } from '../chat/chatView.ts';
import type { PanelView } from '../panel/panelView.ts';
import type { Parts } from '../parts.ts';
import { actIn } from '../sessions/actIn.ts';

const linkSchema = v.tuple([v.string(), v.pipe(v.string(), v.regex(/^m\d+$/))]);

interface MessageViews {
  readonly parts: Pick<Parts, 'acting' | 'sessions'>;
  readonly chat: Pick<ChatView, 'showMessage'>;
  readonly panel: Pick<PanelView, 'showMessage'>;
}

/** Shows the message that a link names: in Longthread's own chat if it contains the message, else in the panel. */
export async function showMessage(
  link: readonly unknown[],
  { parts, chat, panel }: MessageViews,
): Promise<void> {
  const [session, message] = v.parse(linkSchema, link);
  const { acting, sessions } = parts;
  if (sessions.current?.id === session && (await chat.showMessage(message))) return;
  actIn(session, acting);
  panel.showMessage(message);
}
