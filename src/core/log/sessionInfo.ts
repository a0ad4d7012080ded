import type { EntryBase } from './entry.ts';

/** A session's settings that stand in the log: title, own strategy, where it came from. */
export interface SessionInfoEntry extends EntryBase {
  readonly kind: 'session';
  readonly title?: string;
  readonly strategy?: string;
  readonly workspace?: string;
  readonly importedFrom?: string;
  /** The session that this one is a branch or a continuation of. */
  readonly branchOf?: string;
  /** Names of other extensions' tools that the chat may call; the newest list counts. */
  readonly foreignTools?: readonly string[];
  /** Absent but in sessions of the editor's own agent; a later entry adds to it. */
  readonly agent?: AgentLinks;
  /** The tools that requests carried from here on. */
  readonly tools?: ToolSet;
}

/** The links of a session of the editor's own agent to its chat and to other sessions. */
export interface AgentLinks {
  /** The chat's id, as the host names it. */
  readonly conversationId?: string;
  /** The session whose subagent this one is. */
  readonly parent?: string;
  /** The session that this one continues, though its requests could not be matched with it. */
  readonly continues?: string;
}

/** Stored whole once in a log; when the same set comes back, its hash alone. */
export interface ToolSet {
  readonly hash: string;
  /** The schemas as JSON. */
  readonly schemas?: string;
}
