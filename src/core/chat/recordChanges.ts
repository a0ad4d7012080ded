import type { ModelProfile } from '../ports.ts';
import type { LiveSession } from '../session/liveSession.ts';

/** System text and model go into the log when they change: the context is a function of the log alone. */
export async function recordChanges(
  live: LiveSession,
  systemText: string,
  profile: ModelProfile | undefined,
): Promise<void> {
  const { model, messages } = live.session;
  const known = messages.findLast(({ message }) => message.role === 'system' && message.slot === 'prompt');
  const part = known?.message.parts[0];
  if (part?.type !== 'text' || part.text !== systemText) {
    await live.append({
      kind: 'message',
      message: { role: 'system', slot: 'prompt', parts: [{ type: 'text', text: systemText }] },
    });
  }
  if (profile !== undefined && (model?.model !== profile.id || model.window !== profile.window)) {
    await live.append({
      kind: 'model',
      model: profile.id,
      ...(profile.window === undefined ? {} : { window: profile.window }),
    });
  }
}
