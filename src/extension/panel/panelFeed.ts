import { shownTokensOf } from '../../core/context/gauge.ts';
import type { Entry } from '../../core/log/entry.ts';
import type { PanelDelta, PanelSnapshot } from '../../shared/panelView.ts';
import { stateDeltas } from '../../shared/stateDelta.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { refusesChanges, LED_BY_CLAUDE_CODE, readOnlyReason } from '../sessions/readOnlyReason.ts';
import { gaugeOf } from '../statusBar/gaugeOf.ts';
import { strategyOf } from '../strategyRegistry.ts';
import type { ViewParts } from '../parts.ts';
import { contextViews, toolsView } from '../chat/contextItems.ts';
import { classesOf, memoryViews, recallViews, stageViews } from './panelModel.ts';
import { strategyViews } from './strategyViews.ts';
import { timeline } from './timeline.ts';

export interface PanelFeedOptions {
  readonly parts: ViewParts;
  readonly session: OpenSession | undefined;
  readonly send: (delta: PanelDelta) => void;
}

/** The kinds of entries that can change the memories or the offers of memories. */
const MEMORY_KINDS: readonly Entry['kind'][] = ['memory', 'compaction', 'undo', 'redo', 'rewind'];

/** The panel's state for one session. Sends the changed fields to the view. */
export class PanelFeed {
  readonly #options: PanelFeedOptions;
  /** The fields that were last sent to the view. */
  #shown: Partial<PanelSnapshot> = {};

  constructor(options: PanelFeedOptions) {
    this.#options = options;
  }

  snapshot(): PanelSnapshot {
    const { parts, session } = this.#options;
    const snapshot = {
      sessionId: session?.id ?? '',
      ...(session !== undefined && { gauge: gaugeOf(session, parts) }),
      timeline: this.#timeline(),
      context: this.#context(),
      ...this.#memories(),
      stages: session === undefined ? [] : stageViews(session.live.session),
      recalls: session === undefined ? [] : recallViews(session.live.session),
      strategies: strategyViews(parts.strategies.names),
      writing: session?.conversation.compactor.following.writing,
      ...this.#info(),
    };
    this.#shown = snapshot;
    return snapshot;
  }

  /**
   * Updates the view after entries were appended, or after a change outside the log, e.g. of the gauge or the running
   * compaction. `kinds` contains the kinds of the new entries. It is empty if there are none.
   */
  update(kinds: ReadonlySet<Entry['kind']>): void {
    const { parts, session } = this.#options;
    if (session === undefined) return;
    const { live, conversation } = session;
    this.#show({
      timeline: this.#timeline(),
      ...(kinds.size > 0 && { context: this.#context() }),
      writing: conversation.compactor.following.writing,
      gauge: gaugeOf(session, parts),
      ...((kinds.has('stage') || kinds.has('rewind')) && { stages: stageViews(live.session) }),
      ...(kinds.has('recall') && { recalls: recallViews(live.session) }),
      ...(MEMORY_KINDS.some((kind) => kinds.has(kind)) && this.#memories()),
      ...(kinds.has('session') && this.#info()),
    });
  }

  memoriesChanged(): void {
    this.#show(this.#memories());
  }

  /**
   * Updates the title, the strategy, the reason why the session can't be changed, and the notice that Claude Code runs
   * the session.
   */
  infoChanged(): void {
    this.#show(this.#info());
  }

  /** Sends the view each given field that changed since it was last sent. */
  #show(now: Partial<PanelSnapshot>): void {
    stateDeltas<PanelSnapshot>(this.#shown, now).forEach(this.#options.send);
    this.#shown = { ...this.#shown, ...now };
  }

  #timeline(): PanelSnapshot['timeline'] {
    const { session } = this.#options;
    if (session === undefined) return [];
    const { live, conversation } = session;
    return timeline({
      entries: live.entries,
      session: live.session,
      isReadOnly: refusesChanges(live.log),
      step: conversation.compactor.step,
      shown: shownTokensOf(live.entries),
    });
  }

  #context(): PanelSnapshot['context'] {
    const { parts, session } = this.#options;
    if (session === undefined) return [];
    const { live, conversation } = session;
    const settings = parts.settings.current.compaction;
    const { usableTokens } = conversation.request.window();
    const shown = shownTokensOf(live.entries);
    const items = contextViews({
      context: live.context,
      tokensOf: (item) => shown(live.account.ofItem(item)),
      classes: classesOf(live.session, live.account, { settings, usableTokens }),
    });
    const { toolSchemas } = conversation.request;
    return [toolsView(toolSchemas.length, shown(conversation.request.toolTokens())), ...items];
  }

  #memories(): Pick<PanelSnapshot, 'memories' | 'memoryOffers'> {
    const { parts, session } = this.#options;
    return {
      memories: memoryViews(parts.memories.list(), session?.id ?? ''),
      memoryOffers: session === undefined ? [] : parts.memories.offers(session.live),
    };
  }

  #info(): Pick<PanelSnapshot, 'title' | 'readOnlyReason' | 'ledNote' | 'strategy'> {
    const { parts, session } = this.#options;
    const isLed = session?.live.log.takesWishes === true;
    return {
      title: session?.live.session.title ?? '',
      readOnlyReason: isLed ? undefined : readOnlyReason(session?.live.log, parts.agentSessions),
      ledNote: isLed ? LED_BY_CLAUDE_CODE : undefined,
      strategy: strategyOf(session?.live, parts).name,
    };
  }
}
