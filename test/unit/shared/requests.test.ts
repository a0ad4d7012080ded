import assert from 'node:assert/strict';
import * as v from 'valibot';
import {
  chatRequestSchema,
  isOfSession as isOfChatSession,
  type ChatCommand,
  type ChatRequest,
} from '../../../src/shared/chatRequest.ts';
import {
  isOfSession as isOfPanelSession,
  panelRequestSchema,
  type PanelRequest,
} from '../../../src/shared/panelRequest.ts';
import type { RulesRequest } from '../../../src/shared/rulesView.ts';

/** The fields of each kind of request. If a kind is missing, this file does not compile. */
type Fields<R extends { readonly type: string }> = {
  readonly [K in R['type']]: Omit<Extract<R, { readonly type: K }>, 'type'>;
};

const rules: Fields<RulesRequest> = {
  readRules: {},
  addRule: { text: 'Never feet.' },
  setRule: { text: 'Never feet.', on: false, memory: 'y' },
  editRule: { text: 'Never feet.', to: 'Metres.' },
};

const chat: Fields<ChatRequest> = {
  ...rules,
  send: { text: 'Hello.', waitsFor: 'turnEnd' },
  typed: { text: 'long', at: 1 },
  exclude: { message: 'm1', on: true },
  readLargest: {},
  showMessage: { message: 'm1' },
  stop: {},
  takeBack: { waiting: 1 },
  returnedTaken: { returned: 1 },
  focusChanged: { hasFocus: true },
  answerQuestion: { answer: 'later' },
  answerExpiredCache: { answer: 'asItIs' },
  answerApproval: { row: 'approval:1', answer: 'deny', words: 'Not now.' },
  answerAsked: { asked: 'm5', option: 1 },
  retry: { row: 'r' },
  openRewound: { row: 'e9' },
  branch: { row: 'm4' },
  openDiff: { row: 'm4:changes' },
  undoFiles: { row: 'm5' },
  keepFiles: { row: 'm4:changes:0' },
  edit: { row: 'r', text: '' },
  loadEarlier: { before: 'r', until: 'a' },
  find: { query: 'tides' },
  readOriginal: { row: 'r' },
  undo: { compaction: 'c', isSure: false },
  redo: { isSure: false },
  reveal: { row: 'r', secret: 0 },
  explainMask: { row: 'r', secret: 0 },
  pin: { row: 'r', on: true },
  forget: { row: 'r' },
  bringBack: { row: 'r' },
  shorten: { message: 'm1' },
  complete: { query: '' },
  attach: { completion: 'src/a.ts' },
  attachContent: { name: 'image.png', mediaType: 'image/png', data: 'iVBO' },
  attachUris: { uris: ['file:///a.ts'] },
  detach: { attachment: 'src/a.ts' },
  listSessions: { query: 'tides' },
  switchSession: { session: 's' },
  renameSession: { session: 's', title: 'Tides' },
  deleteSession: { session: 's' },
  restoreSession: { session: 's' },
  showCompaction: { compaction: 'c' },
  copy: { text: 'let a' },
  insert: { text: 'let a' },
  openLink: { href: 'src/a.ts:40' },
  run: { command: 'compactNow' },
};

const panel: Fields<PanelRequest> = {
  ...rules,
  readEvent: { event: 'e' },
  readChange: { event: 'e', item: 'm1' },
  readItem: { item: 'i' },
  readMessage: { message: 'm1' },
  showInChat: { message: 'm1' },
  preview: { strategy: 'hybrid', instructions: '', wishes: [{ message: 'm1', wish: 'stays' }] },
  readPreview: { key: 'preview1', item: 'm1' },
  compact: { strategy: 'hybrid', instructions: 'Keep the plan.', budgetTokens: 9, key: 'preview1' },
  cancelCompaction: {},
  refuseNotes: {},
  undo: { compaction: 'c', isSure: true },
  redo: { isSure: false },
  pin: { message: 'm1', on: true },
  bringBack: { message: 'm1' },
  exclude: { message: 'm1', on: false },
  chooseStrategy: { strategy: 'rolling' },
  compareStrategies: {},
  cancelComparison: {},
  editMemory: { memory: 'k', text: 'Use tabs.' },
  deleteMemory: { memory: 'k' },
  saveOffer: { text: 'Use tabs.' },
  dismissOffer: { text: 'Use tabs.' },
  copy: { text: 'let a' },
  markStageDone: {},
  strikeNote: { words: 'It is slow.', source: 'm1' },
  rewordNote: { words: 'It is slow.', text: 'It was slow.' },
  addNote: { text: 'Ship it.' },
  takeBackNote: { key: 'Itisslow.' },
};

/** The commands that a chat may run, and whether each acts on the shown session. */
const commands: Readonly<Record<ChatCommand, boolean>> = {
  newSession: false,
  openTranscript: false,
  otherAgents: false,
  connect: false,
  chooseModel: false,
  compactNow: true,
  previewCompaction: true,
  deferCompaction: true,
  openPanel: false,
  openSettings: false,
  openLog: false,
  takeOver: true,
  openSample: false,
  useInAgent: false,
  chooseApprovalMode: true,
  continueInBackground: true,
  continueInNewSession: true,
};

/**
 * The types of requests that do not depend on the shown session. `run` is missing, because only some of its commands
 * depend on the shown session.
 */
const ofNoSession: Readonly<Record<'chat' | 'panel', readonly string[]>> = {
  chat: [
    ...['focusChanged', 'complete', 'copy', 'insert', 'openLink', 'listSessions'],
    ...['switchSession', 'renameSession', 'deleteSession', 'restoreSession'],
  ],
  panel: ['cancelComparison', 'editMemory', 'deleteMemory', 'dismissOffer', 'copy'],
};

const views = [
  { view: 'chat', schema: chatRequestSchema, fields: chat },
  { view: 'panel', schema: panelRequestSchema, fields: panel },
] as const;

for (const { view, schema, fields } of views) {
  const understands = (request: object): boolean => v.safeParse(schema, request).success;

  describe(`A request of the ${view}`, () => {
    for (const [type, rest] of Object.entries(fields)) {
      it(`is valid and keeps its fields: ${type}`, () => {
        assert.deepEqual(v.parse(schema, { type, ...rest }), { type, ...rest });
      });

      const ids = Object.entries(rest).filter(
        ([name, value]) =>
          /^(row|message|compaction|session|event|item|memory|strategy)$/.test(name) && value !== '',
      );
      for (const [name] of ids) {
        it(`is rejected if the field “${name}” of “${type}” is empty, longer than 200 characters or not a string`, () => {
          const withId = (id: unknown): object => ({ type, ...rest, [name]: id });
          assert.ok(understands(withId('x'.repeat(200))));
          for (const wrong of ['', 'x'.repeat(201), 7, null]) assert.ok(!understands(withId(wrong)));
        });
      }
    }

    it('is rejected if the type is unknown', () => {
      for (const wrong of [{}, { type: '' }, { type: 'eval', text: 'x' }, { type: '__proto__' }])
        assert.ok(!understands(wrong));
    });
  });
}

describe('A request', () => {
  const kinds = Object.keys(chat).filter((type) => type !== 'run') as Exclude<ChatRequest['type'], 'run'>[];
  for (const type of kinds) {
    const isForAny = ofNoSession.chat.includes(type);
    it(`\`${type}\` of the chat ${isForAny ? 'does not depend' : 'acts'} on the shown session`, () => {
      assert.equal(isOfChatSession({ type, ...chat[type] } as ChatRequest), !isForAny);
    });
  }

  for (const [command, isOfSession] of Object.entries(commands) as [ChatCommand, boolean][]) {
    it(`to run the command ${command} is valid and ${isOfSession ? 'acts' : 'does not depend'} on the shown session`, () => {
      const request = v.parse(chatRequestSchema, { type: 'run', command });
      assert.equal(isOfChatSession(request), isOfSession);
    });
  }

  for (const type of Object.keys(panel) as PanelRequest['type'][]) {
    const isForAny = ofNoSession.panel.includes(type);
    it(`\`${type}\` of the panel ${isForAny ? 'does not depend' : 'acts'} on the shown session`, () => {
      assert.equal(isOfPanelSession({ type, ...panel[type] } as PanelRequest), !isForAny);
    });
  }
});

describe('The panel', () => {
  it('may send texts only up to a maximum length', () => {
    const limits = [
      [{ type: 'preview', strategy: 'hybrid' }, 'instructions', 20_000],
      [{ type: 'editMemory', memory: 'k' }, 'text', 20_000],
      [{ type: 'copy' }, 'text', 2_000_000],
    ] as const;
    for (const [request, name, most] of limits) {
      const withText = (length: number): object => ({ ...request, [name]: 'x'.repeat(length) });
      assert.ok(v.is(panelRequestSchema, withText(most)));
      assert.ok(!v.is(panelRequestSchema, withText(most + 1)));
    }
  });
});

describe('The chat', () => {
  const understands = (request: object): boolean => v.safeParse(chatRequestSchema, request).success;

  it('can run only the commands that are listed for the chat', () => {
    for (const command of ['workbench.action.terminal.new', '', 'eval']) {
      assert.ok(!understands({ type: 'run', command }));
    }
  });

  it('identifies a secret by a whole number that is not negative', () => {
    for (const secret of [-1, 0.5, '0']) assert.ok(!understands({ type: 'reveal', row: 'r', secret }));
  });

  it('may send texts, queries and links only up to a maximum length', () => {
    const limits = [
      [{ type: 'send' }, 'text', 2_000_000],
      [{ type: 'complete' }, 'query', 1_000],
      [{ type: 'openLink' }, 'href', 4_000],
    ] as const;
    for (const [request, name, most] of limits) {
      assert.ok(understands({ ...request, [name]: 'x'.repeat(most) }));
      assert.ok(!understands({ ...request, [name]: 'x'.repeat(most + 1) }));
    }
  });
});
