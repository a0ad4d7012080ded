import type { CompletionView } from '../../../src/shared/composerView.ts';
import {
  chatRequestSchema,
  isOfSession,
  type ChatReplies,
  type ChatRequest,
} from '../../../src/shared/chatRequest.ts';
import type { ChatDelta, ChatRow, ChatSnapshot } from '../../../src/shared/chatView.ts';
import { findInThread } from '../../../src/extension/chat/findInThread.ts';
import { createHostChannel, type HostChannel } from '../../../src/shared/hostChannel.ts';
import type { Handlers } from '../../../src/shared/protocol.ts';
import { longRows, scenarios, sessions } from './chatData.ts';
import { largest } from './gaugeData.ts';
import { originalOfRow, originalWith } from './originals.ts';
import { fakeRules } from './rulesData.ts';

const pageSize = 60;

/** A host that answers as the extension would, with made-up data. `requests` contains the requests of the view. */
export class FakeChatHost {
  readonly requests: ChatRequest[] = [];
  readonly rejected: string[] = [];
  /** The kinds of request that fail, with the error message of each. */
  readonly failing = new Map<string, string>();
  readonly channel: HostChannel<ChatDelta>;
  /** If set, this text replaces the titles of all sessions and the title, text and arguments of every original. */
  text: string | undefined;
  /** Runs before each request is answered. */
  before: (() => void) | undefined;
  private readonly rows: readonly ChatRow[];
  private sessions = sessions;
  private largest = largest;
  private sessionId = 's1';

  constructor(scenario: string, post: (message: unknown) => void) {
    const snapshot = scenarios[scenario] ?? scenarios['day']!;
    this.rows = scenario === 'long' ? longRows(snapshot.rowCount) : snapshot.rows;
    this.channel = createHostChannel<ChatRequest, ChatReplies, ChatSnapshot, ChatDelta>({
      schema: chatRequestSchema,
      handlers: this.handlers(),
      snapshot: () => ({
        ...snapshot,
        header: { ...snapshot.header, sessionId: this.sessionId },
        rows: this.rows.slice(-pageSize),
        hasEarlier: this.rows.length > pageSize,
      }),
      sessionFor: (request) => (isOfSession(request) ? this.sessionId : undefined),
      post,
      schedule: (flush) => setTimeout(flush, 0),
      describeError: (error) => ({ message: (error as Error).message, isCancelled: false }),
      onRejected: (problem) => this.rejected.push(problem),
    });
  }

  /** Shows another session, which has the same rows. */
  switchTo(sessionId: string): void {
    this.sessionId = sessionId;
    this.channel.reset();
  }

  private handlers(): Handlers<ChatRequest, ChatReplies> {
    const done = (): Promise<void> => Promise.resolve();
    const handlers: Handlers<ChatRequest, ChatReplies> = {
      ...fakeRules(),
      send: done,
      typed: done,
      stop: done,
      takeBack: done,
      returnedTaken: done,
      focusChanged: done,
      answerQuestion: done,
      answerExpiredCache: done,
      answerApproval: done,
      answerAsked: done,
      retry: done,
      edit: (request) => {
        const place = this.rows.findIndex(({ id }) => id === request.row);
        this.channel.send({ type: 'field', field: 'rows', value: this.rows.slice(0, place) });
        return done();
      },
      loadEarlier: async ({ before, until }) => {
        const end = this.rows.findIndex(({ id }) => id === before);
        const wanted = this.rows.findIndex(({ id }) => id === until);
        const start = Math.max(0, wanted < 0 ? end - pageSize : wanted - pageSize / 2);
        return { rows: this.rows.slice(start, end), hasEarlier: start > 0 };
      },
      find: async ({ query }) => findInThread(query, this.rows, []),
      readOriginal: async ({ row }) =>
        this.text === undefined ? originalOfRow(row) : originalWith(this.text),
      openRewound: done,
      branch: done,
      openDiff: done,
      undoFiles: done,
      keepFiles: done,
      undo: async ({ compaction, isSure }) => {
        if (!isSure) {
          return {
            outcome: 'asks',
            sentence: 'Two later compactions were built on this one.',
            action: 'Undo 3 compactions',
          };
        }
        const row = this.rows.find(({ id }) => id === compaction);
        if (row?.type === 'compaction') {
          this.channel.send({
            type: 'list',
            field: 'rows',
            patch: {
              replaced: [
                { id: compaction, item: { ...row, state: 'undone', canUndo: false, canRedo: true } },
              ],
            },
          });
        }
        return { outcome: 'done' };
      },
      redo: async () => ({ outcome: 'done' }),
      reveal: done,
      explainMask: done,
      pin: done,
      exclude: async ({ message, on }) => {
        this.largest = this.largest.map((each) => (each.id === message ? { ...each, isLeftOut: on } : each));
      },
      shorten: async ({ message }) => {
        this.largest = this.largest.map((each) =>
          each.id === message ? { ...each, tokens: 18, canShorten: false } : each,
        );
      },
      readLargest: async () => this.largest,
      showMessage: done,
      forget: done,
      bringBack: async ({ row }) => this.bringBack(row),
      complete: async ({ query }) => offeredFor(query),
      attach: done,
      attachContent: done,
      attachUris: done,
      detach: done,
      listSessions: async ({ query }) =>
        this.sessions
          .filter(({ title }) => title.toLowerCase().includes(query.toLowerCase()))
          .map((each) => (this.text === undefined ? each : { ...each, title: this.text })),
      switchSession: done,
      renameSession: async ({ session, title }) => {
        this.sessions = this.sessions.map((each) => (each.id === session ? { ...each, title } : each));
      },
      deleteSession: async ({ session }) => this.trash(session, true),
      restoreSession: async ({ session }) => this.trash(session, false),
      showCompaction: done,
      copy: done,
      insert: done,
      openLink: done,
      run: done,
    };
    return this.observed(handlers);
  }

  private async trash(session: string, isTrashed: boolean): Promise<void> {
    this.sessions = this.sessions.map((each) => (each.id === session ? { ...each, isTrashed } : each));
  }

  private bringBack(id: string): void {
    const found = this.rows.find((row) => row.id === id);
    if (found === undefined || !('away' in found)) return;
    const row = { ...found, isPinned: true };
    delete (row as { away?: unknown }).away;
    this.channel.send({ type: 'list', field: 'rows', patch: { replaced: [{ id, item: row }] } });
  }

  private observed(handlers: Handlers<ChatRequest, ChatReplies>): Handlers<ChatRequest, ChatReplies> {
    return new Proxy(handlers, {
      get: (target, kind: keyof typeof handlers) => (request: ChatRequest) => {
        this.requests.push(request);
        this.before?.();
        const failure = this.failing.get(kind);
        if (failure !== undefined) return Promise.reject(new Error(failure));
        return (target[kind] as (request: ChatRequest) => Promise<unknown>)(request);
      },
    });
  }
}

function offeredFor(query: string): readonly CompletionView[] {
  if (query.startsWith('folder:'))
    return [{ id: 'src/tides', label: 'tides/', detail: 'src', kind: 'folder' }];
  const words: readonly CompletionView[] = [
    { id: '@problems', label: '@problems', detail: 'errors and warnings', kind: 'problems' },
    { id: '@selection', label: '@selection', detail: 'what the editor shows', kind: 'selection' },
    { id: '@diff', label: '@diff', detail: 'changes since the last commit', kind: 'diff' },
    { id: '@terminal', label: '@terminal', detail: 'the last command and its output', kind: 'terminal' },
    {
      id: '@folder',
      label: '@folder',
      detail: 'the files of a folder',
      kind: 'folder',
      continuesWith: 'folder:',
    },
    {
      id: '@symbol',
      label: '@symbol',
      detail: 'a function or type',
      kind: 'symbol',
      continuesWith: 'symbol:',
    },
  ];
  const files = ['src/chart.ts', 'src/tides/interpolate.ts'].map((path): CompletionView => ({
    id: path,
    label: path.split('/').at(-1)!,
    detail: path,
    kind: 'file',
  }));
  return [...words, ...files].filter(({ id }) => id.includes(query));
}
