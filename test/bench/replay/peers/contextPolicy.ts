import type { ContextItem } from '../../retention/contextItem.ts';
import type { Peer, PeerModules } from '../../retention/rows/peers/peer.ts';
import type { StandInSummarizer } from './standInSummarizer.ts';

/** The input of a peer before a request. */
export interface PolicyTurn {
  /** The messages since the last request, without system text. The first message is the answer to that request. */
  readonly arrived: readonly ContextItem[];
  /** The tokens that the provider would have reported for the last request; zero before the first request. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

export interface PolicyContext {
  /** The content of the next request without system text. Unchanged items are the same objects as in the input. */
  readonly items: readonly ContextItem[];
  /** Whether the peer has just cut, cleared or summarized earlier messages. */
  readonly hasCompacted: boolean;
}

/** A peer's work in one session. The policy keeps its own history from request to request. */
export interface ContextPolicy {
  next(turn: PolicyTurn): Promise<PolicyContext>;
  end?(): Promise<void>;
}

export interface PolicySetting {
  readonly windowTokens: number;
  /** Writes the summaries that the peer asks a model for. */
  readonly summarizer: StandInSummarizer;
}

/** The way in which another project keeps a session within the window, with its own triggers and settings. */
export interface PeerPolicy {
  readonly name: string;
  /** The default settings of the package in a few words. */
  readonly settings: string;
  /** The peer whose package is used. */
  readonly peer: Peer;
  readonly load: (modules: PeerModules) => Promise<(setting: PolicySetting) => Promise<ContextPolicy>>;
}
