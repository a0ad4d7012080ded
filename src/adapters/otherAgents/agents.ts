import { isAbsolute, join } from 'node:path';
import { claudeCodeFolder, codexFolder, piFolder, type FolderVariables } from './agentFolders.ts';

export const AGENT_IDS = [
  'claudeCode',
  'codex',
  'copilotCli',
  'editorChats',
  'geminiCli',
  'openCode',
  'pi',
  'cline',
  'cursor',
] as const;
export type AgentId = (typeof AGENT_IDS)[number];

/** The base folders and environment variables that determine where each agent keeps its files. */
export interface MachinePlaces {
  readonly home: string;
  readonly env: FolderVariables;
  /** The folder of VS Code's own chats in this workspace. */
  readonly editorChats: string;
  /** The folder that contains the storage folders of all VS Code extensions. */
  readonly extensionsStorage: string;
}

/** A folder in which an agent stores sessions. */
export interface AgentFolder {
  readonly folder: string;
  /** Matches the paths of session files, relative to the folder. */
  readonly files: RegExp;
  /** The number of levels of subfolders that may contain session files. */
  readonly depth: number;
  /** Whether all sessions in the folder belong to one workspace. If so, they can be counted by their file names. */
  readonly isOfWorkspace: boolean;
}

/**
 * The agents whose files contain each text in one piece. If such a file does not contain a word, neither does its
 * session.
 */
export const WITH_WHOLE_WORDS: ReadonlySet<AgentId> = new Set([
  'claudeCode',
  'codex',
  'copilotCli',
  'pi',
  'cline',
  'cursor',
]);

interface Agent {
  readonly name: string;
  folders(workspace: string, places: MachinePlaces): readonly AgentFolder[];
}

/** Matches the names of session files, except for the files of subagents (`agent-…`). */
const JSONL = /^(?!agent-).*\.jsonl$/u;

export const AGENTS: Readonly<Record<AgentId, Agent>> = {
  claudeCode: {
    name: 'Claude Code',
    folders: (workspace, { home, env }) =>
      inOwn(claudeCodeFolder(env, home), (own) =>
        ofWorkspace(join(own, 'projects', workspace.replaceAll(/[^a-zA-Z0-9]/g, '-')), JSONL),
      ),
  },
  codex: {
    name: 'Codex',
    folders: (_workspace, { home, env }) =>
      inOwn(codexFolder(env, home), (own) => ofMachine(join(own, 'sessions'), /rollout-[^/\\]*\.jsonl$/u, 3)),
  },
  copilotCli: {
    name: 'Copilot CLI',
    folders: (_workspace, { home, env }) =>
      inOwn(env['COPILOT_HOME'] || join(home, '.copilot'), (own) =>
        ofMachine(join(own, 'session-state'), /(?:^|[\\/])events\.jsonl$/u, 1),
      ),
  },
  editorChats: {
    name: 'VS Code',
    folders: (_workspace, { editorChats }) => [ofWorkspace(editorChats, /\.jsonl?$/u)],
  },
  geminiCli: {
    name: 'Gemini CLI',
    folders: (_workspace, { home, env }) =>
      inOwn(env['GEMINI_CLI_HOME'] || home, (own) =>
        ofMachine(join(own, '.gemini', 'tmp'), /[\\/]chats[\\/]session-[^/\\]*\.jsonl?$/u, 2),
      ),
  },
  openCode: {
    name: 'opencode',
    folders: (_workspace, { home, env }) =>
      inOwn(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), (own) =>
        ofMachine(join(own, 'opencode'), /^opencode\.db$/u, 0),
      ),
  },
  pi: {
    name: 'pi',
    folders: (workspace, { home, env }) => {
      const name = `--${workspace.replace(/^[\\/]/u, '').replaceAll(/[\\/:]/g, '-')}--`;
      return inOwn(piFolder(env, home), (own) => ofWorkspace(join(own, 'sessions', name), JSONL));
    },
  },
  cline: {
    name: 'Cline',
    folders: (_workspace, { extensionsStorage }) => [
      ofMachine(
        join(extensionsStorage, 'saoudrizwan.claude-dev', 'tasks'),
        /(?:^|[\\/])api_conversation_history\.json$/u,
        1,
      ),
    ],
  },
  cursor: {
    name: 'Cursor',
    folders: (workspace, { home }) => [
      ofWorkspace(
        join(
          home,
          '.cursor',
          'projects',
          workspace.replaceAll(/[^a-zA-Z0-9]/g, '-').replace(/^-+/u, ''),
          'agent-transcripts',
        ),
        JSONL,
        1,
      ),
    ],
  },
};

/**
 * Returns a folder below an agent's own folder. Returns none for a relative path: the agent may be started anywhere.
 */
function inOwn(own: string, below: (own: string) => AgentFolder): readonly AgentFolder[] {
  return isAbsolute(own) ? [below(own)] : [];
}

function ofWorkspace(folder: string, files: RegExp, depth = 0): AgentFolder {
  return { folder, files, depth, isOfWorkspace: true };
}

function ofMachine(folder: string, files: RegExp, depth: number): AgentFolder {
  return { folder, files, depth, isOfWorkspace: false };
}
