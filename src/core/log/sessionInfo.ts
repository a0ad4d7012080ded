import type { EntryBase } from './entry.ts';

/** A session's settings in its log: title, strategy, origin. */
export interface SessionInfoEntry extends EntryBase {
  readonly kind: 'session';
  readonly title?: string;
  readonly strategy?: string;
  readonly workspace?: string;
  readonly importedFrom?: string;
  /** The session that this one branches from or continues. */
  readonly branchOf?: string;
  /** The names of other extensions' tools that the chat may call; the newest list counts. */
  readonly foreignTools?: readonly string[];
  /** Only in sessions of the editor's own agent; a later entry adds to it. */
  readonly agent?: AgentLinks;
  /** The tools that later requests contain. */
  readonly tools?: ToolSet;
}

/** The links of a session of the editor's own agent to its chat and to other sessions. */
export interface AgentLinks {
  /** The host's id of the chat. */
  readonly conversationId?: string;
  /** The session whose subagent this one is. */
  readonly parent?: string;
  /** The session that this one continues, although its requests could not be matched with it. */
  readonly continues?: string;
}

/** A set of tools, stored in full once per log; repetitions store only the hash. */
export interface ToolSet {
  readonly hash: string;
  /** The schemas as JSON. */
  readonly schemas?: string;
}
