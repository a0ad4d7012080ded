import type { Draft, Entry } from '../log/entry.ts';
import { OWN_SYSTEM_SLOT } from '../log/message.ts';
import type { Session } from '../log/session.ts';
import type { ModelProfile } from '../ports.ts';
import type { LiveSession } from '../session/liveSession.ts';

/** Logs changes of system text and model, since the context is a function of the log alone. */
export async function recordChanges(
  live: LiveSession,
  systemText: string,
  profile: ModelProfile | undefined,
): Promise<void> {
  const drafts = systemDrafts(systemText, live.entries);
  for (const draft of [...drafts, ...(profile ? modelDrafts(live.session, profile) : [])])
    await live.append(draft);
}

/** Returns the entry for a changed system text, or an empty list if the text is unchanged or empty. */
export function systemDrafts(systemText: string, entries: readonly Entry[]): readonly Draft[] {
  if (systemText === '' || systemText === systemTextOf(entries)) return [];
  const parts = [{ type: 'text' as const, text: systemText }];
  return [{ kind: 'message', message: { role: 'system', slot: OWN_SYSTEM_SLOT, parts } }];
}

/**
 * Returns the newest system text in the slot `OWN_SYSTEM_SLOT` of a log, with its secrets unmasked. Returns an empty
 * text if there is none.
 */
export function systemTextOf(entries: readonly Entry[]): string {
  const entry = entries.findLast(
    (one) => one.kind === 'message' && one.message.role === 'system' && one.message.slot === OWN_SYSTEM_SLOT,
  );
  if (entry?.kind !== 'message' || entry.message.role !== 'system') return '';
  return entry.message.parts.map(({ text }) => text).join('');
}

/** Returns the entry for a change of the answering model or its window, or an empty list without a change. */
export function modelDrafts(
  { model }: Pick<Session, 'model'>,
  { id, window }: Pick<ModelProfile, 'id' | 'window'>,
): readonly Draft[] {
  if (model?.model === id && model.window === window) return [];
  return [{ kind: 'model', model: id, ...(window === undefined ? {} : { window }) }];
}
