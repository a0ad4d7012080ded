import { programNotFound, type AgentProgram } from '../../adapters/claudeCode/agentProgram.ts';
import type { PluginHome } from '../../adapters/claudeCode/pluginHome.ts';
import {
  checkedVersion,
  installPlugin,
  isPluginListed,
  removePlugin,
} from '../../adapters/claudeCode/pluginInstall.ts';

/** The values and functions that the command needs from its surroundings. */
export interface ClaudeCodePorts {
  /** Claude Code's program; undefined if it is not found. */
  readonly program: AgentProgram | undefined;
  readonly home: PluginHome;
  now(): number;
  /**
   * Returns the plugin's state as text. If a session of this workspace runs without the plugin, the text says so.
   * Otherwise, it says how many sessions, in all workspaces, have used the plugin.
   */
  state(): Promise<string>;
  /** Asks the person. Rejects if they do not agree. */
  confirm(question: Question): Promise<void>;
  tell(sentence: string): void;
  /** Shows a progress notification if the work takes long. Rejects if the person cancels. */
  waitFor<T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** A question for consent, with the label of the button that agrees. */
export interface Question {
  readonly sentence: string;
  readonly detail: string;
  readonly action: string;
}

const INSTALL: Omit<Question, 'sentence'> = {
  detail:
    'Longthread copies its plugin to VS Code’s storage. Claude Code’s own commands (“claude plugin marketplace add”, ' +
    '“claude plugin install”) install the plugin for you, in all your projects. In new sessions the plugin shortens each request before ' +
    'Claude Code sends it. The transcript stays whole, and “/compact undo” undoes a compaction.\n\n' +
    'The plugin reads what you and Claude say, and sends these texts only where Claude Code sends them. It never reads or stores keys or sign-ins. ' +
    'Secrets are not masked in Claude Code.\n\nRun this command again to remove the plugin.',
  action: 'Install',
};

const REMOVE: Question = {
  sentence: 'Longthread is installed in Claude Code. Remove it?',
  detail:
    'Claude Code’s own commands remove the plugin, and Longthread’s copy of it is deleted. Transcripts stay complete. Sessions continue ' +
    'with everything that was said, without their compactions.',
  action: 'Remove',
};

const INSTALLED =
  'Longthread is installed in Claude Code. It works in new sessions. Type “/longthread” there to see what Longthread did.';
const REMOVED = 'Longthread is removed from Claude Code. Open sessions there continue without Longthread.';

/** Installs the plugin in Claude Code, or removes it if it is installed. Asks for confirmation first. */
export async function useInClaudeCode(ports: ClaudeCodePorts): Promise<void> {
  const { program, home } = ports;
  if (program === undefined) throw programNotFound('claudeCode');
  const { version, isInstalled } = await ports.waitFor(
    'asking Claude Code for its version',
    async (signal) => ({
      version: await checkedVersion(program, signal),
      isInstalled: home.isInstalled && (await isPluginListed(program, signal)),
    }),
  );
  if (isInstalled) {
    const state = await ports.state();
    await ports.confirm({ ...REMOVE, detail: `${state}\n\n${REMOVE.detail}` });
    await ports.waitFor('removing the plugin from Claude Code', (signal) =>
      removePlugin(program, home, signal),
    );
    ports.tell(REMOVED);
    return;
  }
  await ports.confirm({ sentence: `Use Longthread in Claude Code ${version}?`, ...INSTALL });
  await ports.waitFor('installing the plugin in Claude Code', (signal) =>
    installPlugin(program, { home, now: ports.now() }, signal),
  );
  ports.tell(INSTALLED);
}
