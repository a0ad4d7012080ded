/** The editor's setting that lets the Copilot harness use models of extensions. */
export const EXTENSION_MODELS_SETTING = 'chat.agentHost.byokModels.enabled';
/** The editor's setting that lets people use the Copilot harness while they are signed out. */
const SIGNED_OUT_SETTING = 'chat.agentHost.allowSignedOutWhenUsable';

/**
 * Facts that show whether the editor has the Copilot harness, which is the successor of the Local harness, and whether
 * the Copilot harness can use our models.
 */
export interface HarnessSigns {
  /** Returns the value of a setting of the editor; undefined if the editor does not have the setting. */
  readonly setting: (name: string) => unknown;
  readonly isRemote: boolean;
}

/**
 * Whether the Copilot harness can use our models: `absent` if the editor does not have the harness; `remote` if the
 * window is remote, where the harness can't use our models; `off` until the person turns on a setting; otherwise `on`.
 */
export type HarnessState = 'absent' | 'remote' | 'off' | 'on';

/** Returns whether chats of the Copilot harness can use Longthread's models, and if not, why. */
export function harnessState({ setting, isRemote }: HarnessSigns): HarnessState {
  const isAllowed = setting(EXTENSION_MODELS_SETTING);
  if (isAllowed === undefined) return 'absent';
  if (isRemote) return 'remote';
  return isAllowed === true ? 'on' : 'off';
}

/**
 * Returns sentences that say which of the editor's harnesses can use Longthread's models, and which setting must be
 * turned on for this. The sentences end in a space. The text is empty if the editor has only one harness.
 */
export function harnessSentence(signs: HarnessSigns): string {
  switch (harnessState(signs)) {
    case 'absent':
      return '';
    case 'remote':
      return 'Under “Session Target” in the chat, choose “Local”: in a remote window, “Copilot” can’t use models of extensions. ';
    case 'off':
      return `Under “Session Target” in the chat, choose “Local”. To use “Copilot” instead, turn on the setting “${EXTENSION_MODELS_SETTING}”${signedOut(signs)} and restart VS Code. `;
    case 'on':
      return 'Under “Session Target” in the chat, choose “Local” or “Copilot”. With Copilot’s own models, messages don’t go through Longthread. ';
  }
}

function signedOut({ setting }: HarnessSigns): string {
  return setting(SIGNED_OUT_SETTING) === false
    ? ` (and “${SIGNED_OUT_SETTING}”, while you are signed out)`
    : '';
}
