import type { ContextItem } from '../../retention/contextItem.ts';
import type { Peer, PeerModules } from '../../retention/rows/peers/peer.ts';
import type { StandInSummarizer } from './standInSummarizer.ts';

/** The input of a peer before a request. */
export interface PolicyTurn {
  /** The messages since the last request, first its answer, without system text. */
  readonly arrived: readonly ContextItem[];
  /** The tokens that the provider would have reported for the last request; zero before the first. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

export interface PolicyContext {
  /** The content of the next request without system text. Unchanged items are returned as they came. */
  readonly items: readonly ContextItem[];
  /** Whether the peer just cut, cleared or summarized earlier messages. */
  readonly hasCompacted: boolean;
}

/** A peer's work in one session. It keeps its own history from request to request. */
export interface ContextPolicy {
  next(turn: PolicyTurn): Promise<PolicyContext>;
  end?(): Promise<void>;
}

export interface PolicySetting {
  readonly windowTokens: number;
  /** Writes the summaries that the peer asks a model for. */
  readonly summarizer: StandInSummarizer;
}

/** Another project's way to keep a session within its window, with its own triggers and settings. */
export interface PeerPolicy {
  readonly name: string;
  /** The package's defaults, in a few words. */
  readonly settings: string;
  /** The package's source. */
  readonly peer: Peer;
  readonly load: (modules: PeerModules) => Promise<(setting: PolicySetting) => Promise<ContextPolicy>>;
}
