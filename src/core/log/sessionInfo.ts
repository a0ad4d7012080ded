import type { EntryBase } from './entry.ts';

/** Settings of a session, such as its title and strategy. A later entry changes only the settings that it contains. */
export interface SessionInfoEntry extends EntryBase {
  readonly kind: 'session';
  readonly title?: string;
  readonly strategy?: string;
  readonly workspace?: string;
  readonly importedFrom?: string;
  /** The session that this session branches from or continues. */
  readonly branchOf?: string;
  /** The names of other extensions' tools that the chat may call. A later list replaces an earlier one. */
  readonly foreignTools?: readonly string[];
  /** Present only in sessions of the editor's own agent. A later entry adds its links to those of earlier entries. */
  readonly agent?: AgentLinks;
  /** The tools that later requests contain. */
  readonly tools?: ToolSet;
}

/** The links of a session of the editor's own agent to its chat and to other sessions. */
export interface AgentLinks {
  /** The editor's id of the chat. */
  readonly conversationId?: string;
  /** For a subagent's session: the session of the agent that started the subagent. */
  readonly parent?: string;
  /**
   * The earlier session that this session continues. Set if the first request of this session did not match the log of
   * the earlier session, or matched the logs of several sessions equally well.
   */
  readonly continues?: string;
}

/** A set of tools. A log contains the schemas of a set once. Later entries with the same set contain only the hash. */
export interface ToolSet {
  readonly hash: string;
  /** The schemas as JSON. */
  readonly schemas?: string;
}
