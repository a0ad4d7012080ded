import { createHostChannel, type HostChannel } from '../../../src/shared/hostChannel.ts';
import {
  isOfSession,
  panelRequestSchema,
  type PanelReplies,
  type PanelRequest,
} from '../../../src/shared/panelRequest.ts';
import type { ChangeTexts, MessageView, PanelDelta, PanelSnapshot } from '../../../src/shared/panelView.ts';
import type { PreviewView } from '../../../src/shared/previewView.ts';
import type { Handlers, OriginalText } from '../../../src/shared/protocol.ts';
import { comparison, detail, newest, panelScenarios } from './panelData.ts';
import { FakeNotes } from './notesData.ts';
import { previewOf } from './previewData.ts';
import { fakeRules } from './rulesData.ts';

/** A host that answers the panel with made-up data. */
export class FakePanelHost {
  readonly requests: PanelRequest[] = [];
  readonly rejected: string[] = [];
  /** The kinds of request that fail, with the error message of each. */
  readonly failing = new Map<string, string>();
  /** Runs before each request is answered. */
  before: (() => void) | undefined;
  /** If set, the preview that is returned instead of the usual preview. */
  planned: PreviewView | undefined;
  readonly channel: HostChannel<PanelDelta>;
  readonly notes = new FakeNotes();
  private previews = 0;
  private readonly whole = new Set<string>();
  private sessionId: string;

  constructor(scenario: string, post: (message: unknown) => void) {
    const snapshot = panelScenarios[scenario] ?? panelScenarios['day']!;
    this.sessionId = snapshot.sessionId;
    this.channel = createHostChannel<PanelRequest, PanelReplies, PanelSnapshot, PanelDelta>({
      schema: panelRequestSchema,
      handlers: this.observed(this.handlers()),
      snapshot: () => ({ ...snapshot, sessionId: this.sessionId }),
      sessionFor: (request) => (isOfSession(request) ? this.sessionId : undefined),
      post,
      schedule: (flush) => setTimeout(flush, 0),
      describeError: (error) => ({ message: (error as Error).message, isCancelled: false }),
      onRejected: (problem) => this.rejected.push(problem),
    });
  }

  /** Shows another session, which has the same items with the same ids. */
  switchTo(sessionId: string): void {
    this.sessionId = sessionId;
    this.channel.reset();
  }

  private handlers(): Handlers<PanelRequest, PanelReplies> {
    const done = (): Promise<void> => Promise.resolve();
    const original = async (title: string): Promise<OriginalText> => ({
      title,
      text: `What ${title} of ${this.sessionId} said, word for word.`,
    });
    const { notes } = this;
    return {
      ...fakeRules(),
      ...notes.handlers,
      readEvent: async ({ event }) => ({ ...detail, id: event }),
      readItem: async ({ item }) => ({
        ...(await original(item)),
        ...(item === 'record-notes' ? { notes: notes.now() } : {}),
        ...(item === 'tools' ? { language: 'json' } : {}),
      }),
      readChange: async ({ item }) => this.change(item),
      readMessage: async ({ message }) => ({ ...(await original(message)), ...this.status(message) }),
      showInChat: done,
      preview: async (asked) => {
        this.previews += 1;
        return { ...(this.planned ?? previewOf(asked)), key: `preview${String(this.previews)}` };
      },
      readPreview: async ({ item }) => ({
        ...(await original(`${item} afterwards`)),
        ...(item === 'm0' ? { text: 'You pair. '.repeat(400) } : {}),
        ...(item === 'record-notes' ? { notes: notes.afterwards() } : {}),
      }),
      compact: done,
      cancelCompaction: done,
      refuseNotes: async () => this.channel.send({ type: 'field', field: 'writing' }),
      undo: async ({ compaction }) => {
        if (compaction === 'builtOn') {
          return {
            outcome: 'asks',
            sentence: 'Two later compactions were built on it.',
            action: 'Undo 3 compactions',
          };
        }
        this.channel.send({
          ...{ type: 'list', field: 'timeline' },
          patch: {
            replaced: [
              { id: compaction, item: { ...newest, state: 'undone', canUndo: false, canRedo: true } },
            ],
          },
        });
        return { outcome: 'done' };
      },
      redo: async () => ({ outcome: 'done' }),
      pin: done,
      exclude: done,
      bringBack: async ({ message }) => void this.whole.add(message),
      chooseStrategy: done,
      compareStrategies: async () => comparison,
      cancelComparison: done,
      editMemory: done,
      deleteMemory: done,
      saveOffer: done,
      dismissOffer: done,
      copy: done,
      markStageDone: done,
    };
  }

  /** Returns the state of a message. In the made-up day, a changed message is shortened until it is brought back. */
  private status(message: string): Pick<MessageView, 'status' | 'now'> {
    const fate = detail.changes.find(({ id }) => id === message)?.fate;
    if (fate === undefined || fate === 'stays' || this.whole.has(message))
      return { status: { message, isThere: true, isPinned: this.whole.has(message) } };
    const away = {
      fate: 'shortened',
      canBringBack: true,
      isPinnedThen: true,
    } as const;
    return { now: `${message} in one line.`, status: { message, isThere: true, isPinned: false, away } };
  }

  private change(item: string): ChangeTexts {
    const fate = detail.changes.find(({ id }) => id === item)?.fate ?? 'stays';
    return {
      ...(fate === 'record' ? {} : { before: `What ${item} of ${this.sessionId} said, word for word.` }),
      ...(fate === 'shortened' ? { after: `${item} in one line.` } : {}),
      ...(fate === 'stays' ? { after: `What ${item} of ${this.sessionId} said, word for word.` } : {}),
      ...(fate === 'record' ? { after: '## Constraints\n- Heights are metres, never feet.' } : {}),
      lines: fate === 'notes' ? [`What the notes say of ${item}.`] : [],
      ...(fate === 'record' ? {} : { status: this.status(item).status }),
    };
  }

  private observed(handlers: Handlers<PanelRequest, PanelReplies>): Handlers<PanelRequest, PanelReplies> {
    return new Proxy(handlers, {
      get: (target, kind: keyof typeof handlers) => (request: PanelRequest) => {
        this.requests.push(request);
        this.before?.();
        const failure = this.failing.get(kind);
        if (failure !== undefined) return Promise.reject(new Error(failure));
        return (target[kind] as (request: PanelRequest) => Promise<unknown>)(request);
      },
    });
  }
}
