/** Shown where sessions of Claude Code run without the plugin although the person had it installed. */
export const BY_ITSELF =
  'Claude Code compacts a session of this folder itself, since it runs without Longthread’s plugin. An organisation or a ' +
  'provider may not allow the plugin. Longthread does not interfere.';

export interface GuardPorts {
  /** Returns the ids of sessions that the plugin has not reported from, newest first. */
  unaided(): Promise<readonly string[]>;
  /** Returns the sessions for which the notice was shown in this workspace. */
  told(): readonly string[];
  keepTold(ids: readonly string[]): Promise<void>;
  tell(sentence: string): void;
}

/** Shows the notice once in a workspace, and again only if all sessions had the plugin in the meantime. */
export async function tellGuard(ports: GuardPorts): Promise<void> {
  const unaided = await ports.unaided();
  const told = ports.told();
  if (unaided.length === 0 && told.length === 0) return;
  if (unaided.length > 0 && told.length === 0) ports.tell(BY_ITSELF);
  if (unaided.join() !== told.join()) await ports.keepTold(unaided);
}
