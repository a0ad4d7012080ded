import type { EntryBase } from './entry.ts';

/** A session's settings in its log: title, strategy, origin. */
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
  /** The host's id of the chat. */
  readonly conversationId?: string;
  /** For a subagent's session: the session of the agent that started the subagent. */
  readonly parent?: string;
  /**
   * The earlier session that this session continues. Set if the first request of this session could not be matched with
   * the log of the earlier session.
   */
  readonly continues?: string;
}

/** A set of tools. A log contains the schemas of a set once. Later entries with the same set contain only the hash. */
export interface ToolSet {
  readonly hash: string;
  /** The schemas as JSON. */
  readonly schemas?: string;
}
