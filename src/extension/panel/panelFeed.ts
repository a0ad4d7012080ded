import { shownTokensOf } from '../../core/context/gauge.ts';
import type { Entry } from '../../core/log/entry.ts';
import type { PanelDelta, PanelSnapshot, TimelineItem, WritingView } from '../../shared/panelView.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { readOnlyReason } from '../sessions/readOnlyReason.ts';
import { gaugeOf, strategyOf, type ViewParts } from '../viewParts.ts';
import { contextChanges } from './contextChanges.ts';
import { contextViews, toolsView } from './contextItems.ts';
import { classesOf, memoryViews, regretViews, stageViews } from './panelModel.ts';
import { strategyViews } from './strategyViews.ts';
import { timeline } from './timeline.ts';
import { timelineChanges } from './timelineChanges.ts';

export interface PanelFeedOptions {
  readonly parts: ViewParts;
  readonly session: OpenSession | undefined;
  readonly send: (delta: PanelDelta) => void;
  /** Asks for a snapshot where deltas can't tell what happened. */
  readonly reset: () => void;
}

/** Entries that change what is remembered, or what is offered to be. */
const OFFERING: readonly Entry['kind'][] = ['memory', 'compaction', 'undo', 'redo', 'rewind'];

/** What the panel shows of one session, and what of it changes when something happens. */
export class PanelFeed {
  readonly #options: PanelFeedOptions;
  #timeline: readonly TimelineItem[] = [];
  /** As the view has it. */
  #context: PanelSnapshot['context'] = [];
  #writing: WritingView | undefined;

  constructor(options: PanelFeedOptions) {
    this.#options = options;
  }

  snapshot(): PanelSnapshot {
    const { parts, session } = this.#options;
    this.#timeline = this.#currentTimeline();
    this.#context = this.#currentContext();
    this.#writing = session?.conversation.compactor.following.writing;
    return {
      ...this.#title(),
      sessionId: session?.id ?? '',
      ...(session === undefined ? {} : { gauge: gaugeOf(session, parts) }),
      timeline: this.#timeline,
      context: this.#context,
      ...this.#memories(),
      stages: session === undefined ? [] : stageViews(session.live.session),
      regrets: session === undefined ? [] : regretViews(session.live.session),
      strategies: strategyViews(parts.strategies.names),
      strategy: strategyOf(session?.live, parts).name,
      writing: this.#writing,
    };
  }

  /** After entries were appended, or a run began or ended: `kinds` are those of the new entries. */
  update(kinds: ReadonlySet<Entry['kind']>): void {
    const { parts, session, send } = this.#options;
    if (session === undefined) return;
    this.#updateTimeline();
    if (kinds.size > 0) this.#updateContext();
    this.#updateWriting(session);
    send({ type: 'gaugeChanged', gauge: gaugeOf(session, parts) });
    if (kinds.has('stage') || kinds.has('rewind'))
      send({ type: 'stagesChanged', stages: stageViews(session.live.session) });
    if (kinds.has('recall')) send({ type: 'regretsChanged', regrets: regretViews(session.live.session) });
    if (OFFERING.some((kind) => kinds.has(kind))) this.memoriesChanged();
    if (kinds.has('session')) this.infoChanged();
  }

  memoriesChanged(): void {
    this.#options.send({ type: 'memoriesChanged', ...this.#memories() });
  }

  /** Title, lock or strategy. */
  infoChanged(): void {
    const { parts, session, send } = this.#options;
    send({ type: 'titleChanged', ...this.#title() });
    send({ type: 'strategyChanged', strategy: strategyOf(session?.live, parts).name });
  }

  #updateWriting({ conversation }: OpenSession): void {
    const { writing } = conversation.compactor.following;
    if (writing === this.#writing) return;
    this.#writing = writing;
    this.#options.send({ type: 'writingChanged', ...(writing === undefined ? {} : { writing }) });
  }

  #updateTimeline(): void {
    const before = this.#timeline;
    this.#timeline = this.#currentTimeline();
    const changes = timelineChanges(before, this.#timeline);
    if (changes === undefined) this.#options.reset();
    else changes.forEach(this.#options.send);
  }

  #updateContext(): void {
    const before = this.#context;
    this.#context = this.#currentContext();
    const change = contextChanges(before, this.#context);
    if (change !== undefined) this.#options.send(change);
  }

  #currentTimeline(): readonly TimelineItem[] {
    const { session } = this.#options;
    if (session === undefined) return [];
    const { live, conversation } = session;
    return timeline({
      entries: live.entries,
      session: live.session,
      isReadOnly: live.log.isReadOnly,
      step: conversation.compactor.step,
      shown: shownTokensOf(live.entries),
    });
  }

  #currentContext(): PanelSnapshot['context'] {
    const { parts, session } = this.#options;
    if (session === undefined) return [];
    const { live, conversation } = session;
    const settings = parts.settings.current.compaction;
    const { usableTokens } = conversation.request.window();
    const shown = shownTokensOf(live.entries);
    const items = contextViews({
      context: live.context,
      tokensOf: (item) => shown(live.account.ofItem(item)),
      classes: classesOf(live.session, live.account, { settings, usableTokens, facts: live.facts }),
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

  #title(): { readonly title: string; readonly readOnlyReason?: string } {
    const { parts, session } = this.#options;
    const reason = readOnlyReason(session?.live.log, parts.agentSessions);
    return {
      title: session?.live.session.title ?? '',
      ...(reason === undefined ? {} : { readOnlyReason: reason }),
    };
  }
}
