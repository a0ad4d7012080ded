import type { CodexHooks } from '../../adapters/otherAgents/codexHooks.ts';
import { addToAgent, type AskingPorts } from './addToAgent.ts';

/** Codex's hooks, the launcher, and the dialogs that the command uses. */
export interface UseInCodexPorts extends AskingPorts {
  readonly hooks: Pick<CodexHooks, 'path' | 'isInstalled' | 'install' | 'remove'>;
  /** The file that Codex starts. */
  readonly launcher: { readonly path: string; write(): void };
  /** Whether Codex, or its folder, is on this machine. */
  readonly isHere: boolean;
}

const TRUST =
  'Codex runs only hooks that you trust, and skips other hooks silently. Run /hooks in Codex and trust Longthread’s hook.';

/**
 * Adds Longthread's hook to Codex, or removes the hook if it is already installed. Asks the person first. With the
 * hook, Codex asks for Longthread's notes after each of its compactions.
 */
export async function useInCodex(ports: UseInCodexPorts): Promise<void> {
  const { hooks, launcher, isHere } = ports;
  const codex = {
    ...{ agent: 'codex' as const, isHere, isAdded: hooks.isInstalled },
    adding: {
      sentence: 'Use Longthread in Codex?',
      detail: [
        `Longthread adds a hook to ${hooks.path}. After each compaction, in any folder, Codex starts ${launcher.path}. This program reads the session’s transcript and returns notes of up to 2,500 tokens, which Codex sends to its model. Secrets that Longthread finds are masked. The notes are written without a model.`,
        TRUST,
        'Run this command again to remove it.',
      ].join('\n\n'),
      action: 'Add the Hook',
    },
    removing: {
      sentence: 'Remove Longthread from Codex?',
      detail: `Longthread’s hook is removed from ${hooks.path}. The rest of the file is unchanged.`,
      action: 'Remove',
    },
    add: () => {
      launcher.write();
      hooks.install();
      return `The hook is added. ${TRUST}`;
    },
    remove: () => {
      const again =
        'Codex identifies a trusted hook by its position, so the hooks after Longthread’s are no longer trusted. Run /hooks in Codex and trust them again.';
      return `Codex no longer gets Longthread’s notes.${hooks.remove() > 0 ? ` ${again}` : ''}`;
    },
  };
  await addToAgent(codex, ports);
}
