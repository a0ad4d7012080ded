/** The notice that sessions of Claude Code in this folder run without the plugin, although the plugin is installed. */
export const WITHOUT_PLUGIN =
  'A session of this folder runs without Longthread’s plugin, so Claude Code compacts the session itself. Perhaps your ' +
  'organisation or provider does not allow the plugin.';

export interface NoticePorts {
  /** Returns the ids of the sessions that run without the plugin. */
  withoutPlugin(): Promise<readonly string[]>;
  /** Returns the result of `withoutPlugin` at the previous check. The notice is shown only if the result was empty. */
  told(): readonly string[];
  keepTold(ids: readonly string[]): Promise<void>;
  tell(sentence: string): void;
}

/** Shows the notice once in a workspace, and again only after a check has found no session without the plugin. */
export async function tellIfWithoutPlugin(ports: NoticePorts): Promise<void> {
  const withoutPlugin = await ports.withoutPlugin();
  const told = ports.told();
  if (withoutPlugin.length === 0 && told.length === 0) return;
  if (withoutPlugin.length > 0 && told.length === 0) ports.tell(WITHOUT_PLUGIN);
  if (withoutPlugin.join() !== told.join()) await ports.keepTold(withoutPlugin);
}
