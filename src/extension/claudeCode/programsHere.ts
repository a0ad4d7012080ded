import { homedir } from 'node:os';
import * as vscode from 'vscode';
import {
  agentProgram,
  findClaude,
  findProgram,
  type AgentWithProgram,
  type AgentProgram,
} from '../../adapters/claudeCode/agentProgram.ts';

const CLAUDE_EXTENSION = 'anthropic.claude-code';

/** Returns where an agent's program is on this machine; undefined if it is not found. */
export function programPathHere(agent: AgentWithProgram): string | undefined {
  const places = { env: process.env, home: homedir(), isWindows: process.platform === 'win32' };
  if (agent !== 'claudeCode') return findProgram(agent, places);
  return findClaude({
    ...places,
    extension: vscode.extensions.getExtension(CLAUDE_EXTENSION)?.extensionPath,
  });
}

/** Returns an agent's program; undefined if it is not found. */
export function programHere(agent: AgentWithProgram): AgentProgram | undefined {
  const path = programPathHere(agent);
  return path === undefined ? undefined : agentProgram(path, { folder: homedir(), env: process.env });
}
