import type { CodexHooks } from '../../adapters/otherAgents/codexHooks.ts';
import { addToAgent, type AskingPorts } from './addToAgent.ts';

/** The parts of the editor that the command uses. */
export interface UseInCodexPorts extends AskingPorts {
  readonly hooks: Pick<CodexHooks, 'path' | 'isInstalled' | 'install' | 'remove'>;
  /** The file that Codex starts. */
  readonly launcher: { readonly path: string; write(): void };
  /** Whether Codex, or its folder, is on this machine. */
  readonly isHere: boolean;
}

const TRUST =
  'Codex runs no hook that you have not trusted, and does not say that it skips one: run /hooks in Codex and trust this one.';

/**
 * Adds a hook to Codex, with the person's consent: Codex then asks for our notes after each of its compactions.
 * Removes the hook if it is installed.
 */
export async function useInCodex(ports: UseInCodexPorts): Promise<void> {
  const { hooks, launcher, isHere } = ports;
  const codex = {
    ...{ agent: 'codex' as const, isHere, isAdded: hooks.isInstalled },
    adding: {
      sentence: 'Give Codex Longthread’s notes after its compactions?',
      detail: [
        `A hook is added to ${hooks.path}: after each compaction, in any folder, Codex starts ${launcher.path}, which reads that session’s transcript and answers with notes of up to 2,500 tokens. Codex sends them to its model. Secrets that are found are masked. No model is asked.`,
        TRUST,
        'Run this command again to remove it.',
      ].join('\n\n'),
      action: 'Add the Hook',
    },
    removing: {
      sentence: 'Remove Longthread from Codex?',
      detail: `Its hook is taken out of ${hooks.path}. All else in the file stays.`,
      action: 'Remove',
    },
    add: () => {
      launcher.write();
      hooks.install();
      return `The hook is added. ${TRUST}`;
    },
    remove: () => {
      const again =
        'Codex asks you again to trust the hooks that were listed after Longthread’s: run /hooks there.';
      return `Codex gets no notes of Longthread any more.${hooks.remove() > 0 ? ` ${again}` : ''}`;
    },
  };
  await addToAgent(codex, ports);
}
