import * as vscode from 'vscode';
import { shownTokensOf } from '../../core/context/gauge.ts';
import { STRATEGY_NAMES, type Strategy } from '../../core/compaction/strategies.ts';
import type { CompactionEntry, Draft } from '../../core/log/entry.ts';
import { isRecord } from '../../core/context/record.ts';
import { textOf } from '../../core/log/message.ts';
import type { PanelReplies, PanelRequest } from '../../shared/panelRequest.ts';
import type { MessageView } from '../../shared/panelView.ts';
import type { OriginalText, Handlers } from '../../shared/protocol.ts';
import { execute } from '../chat/chatHandlers.ts';
import { originalOf } from '../chat/originalText.ts';
import { foundMemory, rulesHandlers } from '../rules/rulesHandlers.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { pinMessage } from '../sessions/pinMessage.ts';
import { refusesChanges } from '../sessions/readOnlyReason.ts';
import { undoHandlers } from '../sessions/undoCompaction.ts';
import type { ViewParts } from '../parts.ts';
import { ViewError } from '../webviews/describeError.ts';
import { changeTexts, compactionChanges, statusOf } from './beforeAfter.ts';
import { findItem, TOOLS_ITEM, toolsText } from '../chat/contextItems.ts';
import { eventDetail } from './eventDetail.ts';
import { notesHandlers } from './notesHandlers.ts';
import { notesView } from './notesView.ts';
import { previewHandlers } from './previewHandlers.ts';
import { showInChat } from '../chat/showInChat.ts';
import type { StrategyComparison } from './strategyComparison.ts';

export interface PanelHandlerOptions extends ViewParts {
  /** Shows a message in the chat. Returns false if the message has no row there. */
  readonly showMessage: (id: string) => Promise<boolean>;
  readonly memoriesChanged: () => void;
  readonly comparison: StrategyComparison;
}

type PanelHandlers = Handlers<PanelRequest, PanelReplies>;

/** Returns the handlers of all messages from the panel. */
export function panelHandlers(options: PanelHandlerOptions): PanelHandlers {
  return {
    ...readingHandlers(options),
    ...previewHandlers(options, () => currentOf(options)),
    ...compactionHandlers(options),
    ...messageHandlers(options),
    ...memoryHandlers(options),
    ...notesHandlers(() => currentOf(options)),
    ...rulesHandlers(() => currentOf(options), options.memories),
    compareStrategies: () => compare(options),
    cancelComparison: () => {
      options.comparison.cancel();
    },
    copy: ({ text }) => vscode.env.clipboard.writeText(text),
    markStageDone: () => execute('markStageDone'),
  };
}

function compare(options: PanelHandlerOptions): Promise<PanelReplies['compareStrategies']> {
  const { live, conversation } = currentOf(options);
  const { services, settings, models, comparison } = options;
  return comparison.run({
    messages: live.session.messages,
    strategies: STRATEGY_NAMES,
    settings: settings.current.compaction,
    usableTokens: conversation.request.window().usableTokens,
    overheadTokens: conversation.request.toolTokens(),
    encoding: services.counter.encoding,
    price: models.chatModel?.profile.price,
  });
}

function currentOf({ acting }: ViewParts): OpenSession {
  if (acting.current === undefined) throw new ViewError('No session is open.');
  return acting.current;
}

function readingHandlers(
  options: PanelHandlerOptions,
): Pick<PanelHandlers, 'readEvent' | 'readChange' | 'readItem' | 'readMessage' | 'showInChat'> {
  return {
    readEvent: ({ event }) => {
      const { live } = currentOf(options);
      const entry = compactionOf(live, event);
      const detail = eventDetail(entry, live.session, shownTokensOf(live.entries));
      return { ...detail, changes: compactionChanges(entry, live) };
    },
    readChange: ({ event, item }) => {
      const { live } = currentOf(options);
      const { entries, session, log } = live;
      const texts = changeTexts(compactionOf(live, event), item, {
        ...{ entries, session },
        isReadOnly: refusesChanges(log),
      });
      if (texts === undefined)
        throw new ViewError('This message was not in the context before that compaction.');
      return texts;
    },
    readItem: ({ item }) => readItem(currentOf(options), item),
    readMessage: ({ message }) => readMessage(currentOf(options).live, message),
    showInChat: ({ message }) => showInChat(message, options),
  };
}

function compactionOf({ session }: OpenSession['live'], id: string): CompactionEntry {
  const found = session.compactions.find(({ entry }) => entry.id === id);
  if (found === undefined) throw new ViewError('This compaction is not in the session.');
  return found.entry;
}

/**
 * Returns the original text and the present state of a message. If the message is shortened, also returns the shortened
 * text.
 */
function readMessage({ session, context, log }: OpenSession['live'], id: string): MessageView {
  const original = originalOf(session, id);
  if (original === undefined) throw new ViewError('This message is not in the session.');
  const status = statusOf(id, session, refusesChanges(log));
  const item = status.away?.fate === 'shortened' ? findItem(context, id) : undefined;
  return { ...original, status, ...(item === undefined ? {} : { now: textOf(item.message) }) };
}

/** Returns the text of an item of the context, in the form in which the model gets it. */
function readItem({ live, conversation }: OpenSession, id: string): OriginalText {
  if (id === TOOLS_ITEM) return toolsText(conversation.request.toolSchemas);
  const item = findItem(live.context, id);
  if (item === undefined) throw new ViewError('This item is no longer in the context.');
  const text = textOf(item.message);
  return {
    ...{ title: item.message.role, text },
    ...(isRecord(item.message) ? { notes: notesView(live.session, text) } : {}),
  };
}

function compactionHandlers(
  options: PanelHandlerOptions,
): Pick<PanelHandlers, 'cancelCompaction' | 'refuseNotes' | 'undo' | 'redo' | 'chooseStrategy'> {
  return {
    cancelCompaction: () => currentOf(options).conversation.compactor.cancel(),
    refuseNotes: () => {
      const { compactor } = currentOf(options).conversation;
      compactor.following.refuse();
      return compactor.cancel();
    },
    ...undoHandlers(() => currentOf(options), options.agentSessions),
    chooseStrategy: ({ strategy }) => {
      const { name } = namedStrategy(strategy, options);
      return append({ kind: 'session', strategy: name }, options);
    },
  };
}

function namedStrategy(name: string, { strategies }: ViewParts): Strategy {
  const strategy = strategies.find(name);
  if (strategy === undefined) throw new ViewError(`There is no strategy named “${name}”.`);
  return strategy;
}

function messageHandlers(options: PanelHandlerOptions): Pick<PanelHandlers, 'pin' | 'exclude' | 'bringBack'> {
  return {
    pin: ({ message, on }) => pinMessage(currentOf(options), message, on),
    // The command asks for confirmation if the message would not fit into the context.
    bringBack: ({ message }) => execute('bringBack', message),
    exclude: ({ message, on }) => append({ kind: 'exclude', target: message, on }, options),
  };
}

async function append(draft: Draft, options: ViewParts): Promise<void> {
  await currentOf(options).live.append(draft);
}

function memoryHandlers(
  options: PanelHandlerOptions,
): Pick<PanelHandlers, 'editMemory' | 'deleteMemory' | 'saveOffer' | 'dismissOffer'> {
  const { memories, memoriesChanged } = options;
  const changed = async (work: Promise<void>): Promise<void> => {
    await work;
    memoriesChanged();
  };
  const live = (): OpenSession['live'] | undefined => options.acting.current?.live;
  return {
    editMemory: ({ memory, text }) => {
      if (text.trim() === '') throw new ViewError('A memory can’t be empty. Delete the memory instead.');
      return changed(memories.edit(foundMemory(memory, memories), text.trim(), live()));
    },
    deleteMemory: ({ memory }) => changed(memories.delete(foundMemory(memory, memories), live())),
    saveOffer: ({ text }) => {
      const session = currentOf(options).live;
      const offer = memories.offers(session).find((each) => each.text === text);
      if (offer === undefined) throw new ViewError('This memory is no longer suggested.');
      return changed(memories.save(offer, session));
    },
    dismissOffer: ({ text }) => changed(memories.dismiss(text)),
  };
}
