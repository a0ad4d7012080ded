/** Said where sessions of Claude Code run without the plugin though the person had it installed. */
export const BY_ITSELF =
  'Claude Code compacts by itself here: a session of this folder runs without Longthread’s plugin, for example because an organisation or a ' +
  'provider does not allow it. Longthread does not interfere.';

export interface GuardPorts {
  /** Ids of sessions in which the plugin gave no sign of life, newest first. */
  unaided(): Promise<readonly string[]>;
  /** The sessions that were told of in this workspace. */
  told(): readonly string[];
  keepTold(ids: readonly string[]): Promise<void>;
  tell(sentence: string): void;
}

/** Tells it once in a workspace, and again only when it had ended meanwhile. */
export async function tellGuard(ports: GuardPorts): Promise<void> {
  const unaided = await ports.unaided();
  const told = ports.told();
  if (unaided.length === 0 && told.length === 0) return;
  if (unaided.length > 0 && told.length === 0) ports.tell(BY_ITSELF);
  if (unaided.join() !== told.join()) await ports.keepTold(unaided);
}
