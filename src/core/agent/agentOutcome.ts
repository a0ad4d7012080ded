import type { Draft, Entry } from '../log/entry.ts';
import type { SecretValues } from '../log/secretNumbers.ts';
import type { Session } from '../log/session.ts';
import type { AgentLinks } from '../log/sessionInfo.ts';

/** An open session that a request may belong to, such as a `LiveSession`. */
export interface AgentSession {
  readonly id: string;
  readonly entries: readonly Entry[];
  /** The state of the session after all `entries`. */
  readonly session: Session;
  /** The real values of the masked secrets, by number; absent if no secret in the log has a number. */
  readonly secrets?: Pick<SecretValues, 'valueOf'>;
}

/** Facts about a session that are known without opening it. */
export interface AgentSessionHead {
  readonly id: string;
  readonly agent?: AgentLinks;
}

/** How a request of the editor's agent is handled. */
export type AgentOutcome =
  /** The host's own small question, e.g. for a title. It goes to the model without a session, and is not logged. */
  | { readonly kind: 'utility' }
  /**
   * The host wants a summary of the conversation. `drafts` are entries for the messages of this request that the log
   * lacks. If no session is found, the request goes to the model without a session.
   */
  | { readonly kind: 'summary'; readonly sessionId?: string; readonly drafts: readonly Draft[] }
  /** A step of an existing session: `drafts` are appended to its log, in order, before the model is asked. */
  | {
      readonly kind: 'known';
      readonly sessionId: string;
      /**
       * `append`: the request has new messages after those of the session. `retry`: the session already has all
       * messages of the request. `rewind`: the messages differ after an answer. `restart`: the messages differ before
       * the first answer.
       */
      readonly step: 'append' | 'retry' | 'rewind' | 'restart';
      readonly drafts: readonly Draft[];
    }
  /** A new session. Its log begins with `drafts`, which include an entry with the session's `AgentLinks`. */
  | {
      readonly kind: 'new';
      readonly drafts: readonly Draft[];
      /** The session that started this subagent. */
      readonly parent?: string;
      /** The session that the new session continues, although the messages could not be matched. */
      readonly continues?: string;
    };
