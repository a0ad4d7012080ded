import type { Draft } from '../log/entry.ts';
import type { Session } from '../log/session.ts';
import type { ModelProfile } from '../ports.ts';
import type { LiveSession } from '../session/liveSession.ts';

/** System text and model go into the log when they change: the context is a function of the log alone. */
export async function recordChanges(
  live: LiveSession,
  systemText: string,
  profile: ModelProfile | undefined,
): Promise<void> {
  const { messages } = live.session;
  const known = messages.findLast(({ message }) => message.role === 'system' && message.slot === 'prompt');
  const part = known?.message.parts[0];
  if (part?.type !== 'text' || part.text !== systemText) {
    await live.append({
      kind: 'message',
      message: { role: 'system', slot: 'prompt', parts: [{ type: 'text', text: systemText }] },
    });
  }
  if (profile !== undefined) for (const draft of modelDrafts(live.session, profile)) await live.append(draft);
}

/** What the log gets where another model answers than before, or one with another window. */
export function modelDrafts(
  { model }: Pick<Session, 'model'>,
  { id, window }: Pick<ModelProfile, 'id' | 'window'>,
): readonly Draft[] {
  if (model?.model === id && model.window === window) return [];
  return [{ kind: 'model', model: id, ...(window === undefined ? {} : { window }) }];
}
