import type { PiExtension } from '../../adapters/otherAgents/piExtension.ts';
import { addToAgent, type AskingPorts } from './addToAgent.ts';

/** The extension that Longthread adds to pi, and the dialogs that `useInPi` shows. */
export interface UseInPiPorts extends AskingPorts {
  readonly extension: Pick<PiExtension, 'path' | 'isInstalled' | 'install' | 'remove'>;
  /** Whether pi, or its folder, is on this machine. */
  readonly isHere: boolean;
}

const RELOAD = 'If pi is running, enter /reload there.';

/**
 * Adds Longthread's extension to pi, or removes the extension if it is already installed. Asks the person first. With
 * the extension, pi uses Longthread's notes in place of its own summaries.
 */
export async function useInPi(ports: UseInPiPorts): Promise<void> {
  const { extension, isHere } = ports;
  const pi = {
    ...{ agent: 'pi' as const, isHere, isAdded: extension.isInstalled },
    adding: {
      sentence: 'Use Longthread in pi?',
      detail: [
        `Longthread adds an extension to pi (${extension.path}). The extension works in every folder in which you use pi. Before each compaction, it writes notes on what is about to leave the context. pi sends these notes to its model in place of a summary. Secrets that Longthread finds are masked in the notes, but not in other texts that pi sends. The notes are written without a model.`,
        'pi writes its own summary in two cases: after “/compact” with instructions, and if writing the notes fails.',
        'To remove the extension, run this command again.',
      ].join('\n\n'),
      action: 'Add the Extension',
    },
    removing: {
      sentence: 'Remove Longthread from pi?',
      detail: `${extension.path} is deleted. Notes in pi’s sessions stay there.`,
      action: 'Remove',
    },
    add: () => {
      extension.install();
      return `The extension is added. ${RELOAD}`;
    },
    remove: () => {
      extension.remove();
      return `pi writes its own summaries again. ${RELOAD}`;
    },
  };
  await addToAgent(pi, ports);
}
