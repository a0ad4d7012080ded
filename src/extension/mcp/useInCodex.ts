import type { CodexHooks } from '../../adapters/otherAgents/codexHooks.ts';

/** The parts of the editor that the command uses. */
export interface UseInCodexPorts {
  readonly hooks: Pick<CodexHooks, 'path' | 'isInstalled' | 'install' | 'remove'>;
  /** The file that Codex starts. */
  readonly launcher: { readonly path: string; write(): void };
  /** Codex, or its folder, is on this machine. */
  readonly isHere: boolean;
  /** Rejects where the person does not agree. */
  confirm(question: {
    readonly sentence: string;
    readonly detail: string;
    readonly action: string;
  }): Promise<void>;
  tell(sentence: string): void;
}

const TRUST =
  'Codex runs no hook that you have not trusted, and skips it without a word: run /hooks in Codex and trust this one.';

/**
 * Adds a hook to Codex, with the person's consent, by which it asks for our notes after each of its compactions.
 * Removes the hook where it is installed.
 */
export async function useInCodex(ports: UseInCodexPorts): Promise<void> {
  const { hooks, launcher, isHere } = ports;
  if (hooks.isInstalled) {
    await ports.confirm({
      sentence: 'Remove Longthread from Codex?',
      detail: `Its hook is taken out of ${hooks.path}. All else in the file stays.`,
      action: 'Remove',
    });
    const moved = hooks.remove();
    const again = 'Codex asks you to trust the hooks anew that stood behind it: run /hooks there.';
    ports.tell(`Codex gets no notes of Longthread any more.${moved > 0 ? ` ${again}` : ''}`);
    return;
  }
  if (!isHere) throw new Error('Codex was not found on this machine.');
  await ports.confirm({
    sentence: 'Give Codex Longthread’s notes after its compactions?',
    detail: [
      `A hook is added to ${hooks.path}: after each compaction in any folder Codex starts ${launcher.path}, which reads that session’s transcript and answers with notes of up to 2,500 tokens. Codex sends them to its model. Secrets that are found are masked. No model is asked.`,
      TRUST,
      'Run this command again to remove it.',
    ].join('\n\n'),
    action: 'Add the Hook',
  });
  launcher.write();
  hooks.install();
  ports.tell(`The hook is added. ${TRUST}`);
}
