/** The editor's settings that let the Copilot harness use models of extensions. */
export const OWN_MODELS = 'chat.agentHost.byokModels.enabled';
const SIGNED_OUT = 'chat.agentHost.allowSignedOutWhenUsable';

/**
 * Facts that show whether the editor has the Copilot harness, the successor of the Local one, and whether it can use
 * our models.
 */
export interface HarnessSigns {
  /** Returns the value of an editor's setting, undefined if the editor does not have the setting. */
  readonly setting: (name: string) => unknown;
  readonly isRemote: boolean;
}

export type HarnessState = 'absent' | 'remote' | 'off' | 'on';

/** Returns whether chats of the Copilot harness can use Longthread's models. In a remote window they never can. */
export function harnessState({ setting, isRemote }: HarnessSigns): HarnessState {
  const own = setting(OWN_MODELS);
  if (own === undefined) return 'absent';
  if (isRemote) return 'remote';
  return own === true ? 'on' : 'off';
}

/** Says which of the editor's harnesses can use Longthread's models, and what to switch on; empty if there is only one. */
export function harnessSentence(signs: HarnessSigns): string {
  switch (harnessState(signs)) {
    case 'absent':
      return '';
    case 'remote':
      return 'Use a chat of the Local harness: in a remote window, the Copilot harness can’t reach models of extensions. ';
    case 'off':
      return `Use a chat of the Local harness. For the Copilot harness, turn on the setting “${OWN_MODELS}”${signedOut(signs)} and restart VS Code. `;
    case 'on':
      return 'Chats of the Local harness and of the Copilot harness can use Longthread. Copilot’s own models never pass through Longthread. ';
  }
}

function signedOut({ setting }: HarnessSigns): string {
  return setting(SIGNED_OUT) === false ? ` (and “${SIGNED_OUT}”, while you are signed out)` : '';
}
