import type { ContextItem } from '../../retention/contextItem.ts';
import type { Peer, PeerModules } from '../../retention/rows/peers/peer.ts';
import type { StandInSummarizer } from './standInSummarizer.ts';

/** What a peer learns before a request. */
export interface PolicyTurn {
  /** What was said since the last request: its answer first, without system text. */
  readonly arrived: readonly ContextItem[];
  /** What the provider would have reported of the last request; zero before the first. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

export interface PolicyContext {
  /** All that the next request carries but system text; items it got are given back as they are. */
  readonly items: readonly ContextItem[];
  /** Whether something that had been said was cut, cleared or summarized just now. */
  readonly hasCompacted: boolean;
}

/** A peer at work in one session: keeps its own history from request to request. */
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
  /** What the package is set to when nobody sets anything, in a few words. */
  readonly settings: string;
  /** Where the package comes from. */
  readonly peer: Peer;
  readonly load: (modules: PeerModules) => Promise<(setting: PolicySetting) => Promise<ContextPolicy>>;
}
