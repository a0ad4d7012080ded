import type {
  CompactionEntry,
  Entry,
  EntryId,
  MessageEntry,
  MessageId,
  ModelEntry,
  ObservationEntry,
  RecallEntry,
  RunEntry,
  SecretSpan,
  StageEntry,
} from './entry.ts';
import { maskMessage } from './mask.ts';
import type { Message } from './message.ts';
import { takeEdit, type MutableNotesEdits, type NotesEdits } from './notesEdit.ts';
import type { RuleEntry } from './ruleEntry.ts';
import type { AgentLinks } from './sessionInfo.ts';
import { sourcesOf } from './sources.ts';

/** A message of the live branch, its secrets masked. */
export interface SessionMessage {
  readonly id: MessageId;
  readonly at: number;
  readonly message: Message;
}

export interface Stage {
  readonly entry: StageEntry;
  /** A rewind took some of its messages back: its digest no longer stands in the context. */
  readonly isSuperseded: boolean;
}

/** What happened to a compaction since. Only `live` ones shape the context. */
export type CompactionState = 'live' | 'undone' | 'superseded';

export interface Compaction {
  readonly entry: CompactionEntry;
  readonly state: CompactionState;
}

/** The log folded: what is live now. A pure function of the entries, so it can be made anew at any time. */
export interface Session {
  /** The live branch. */
  readonly messages: readonly SessionMessage[];
  /** Every message of the log, those that a rewind took away too: what recall finds. */
  readonly allMessages: readonly SessionMessage[];
  /** All compactions, oldest first. */
  readonly compactions: readonly Compaction[];
  /** What the newest undo took back and a redo brings back; empty when it can't be any more. */
  readonly redoable: readonly EntryId[];
  readonly pinnedIds: ReadonlySet<MessageId>;
  readonly excludedIds: ReadonlySet<MessageId>;
  readonly stages: readonly Stage[];
  /** The person's newest word on each rule that they added or struck, by its text. */
  readonly ruleWords: ReadonlyMap<string, RuleEntry>;
  /** What the person struck from the notes, said in other words, or added. */
  readonly notesEdits: NotesEdits;
  readonly observations: readonly ObservationEntry[];
  readonly runs: readonly RunEntry[];
  readonly recalls: readonly RecallEntry[];
  readonly model: ModelEntry | undefined;
  readonly title: string | undefined;
  readonly strategy: string | undefined;
  readonly workspace: string | undefined;
  readonly importedFrom: string | undefined;
  /** Of a session of the editor's own agent. */
  readonly agent: AgentLinks | undefined;
}

/** Folds a log, oldest entry first. Entries that refer to what is not there change nothing. */
export function foldSession(entries: readonly Entry[]): Session {
  const state = emptyState();
  for (const entry of entries) readEntry(state, entry);
  const allMessages = state.messages.map((entry) => ({
    id: entry.id,
    at: entry.at,
    message: maskMessage(entry, state.revealed.get(entry.id) ?? [], state.noSecrets),
  }));
  return {
    ...state.kept,
    messages: allMessages.filter(({ id }) => !state.rewoundIds.has(id)),
    allMessages,
    compactions: state.compactions.map((entry) => ({ entry, state: stateOf(entry.id, state) })),
    redoable: state.undos.at(-1) ?? [],
    stages: stagesOf(state),
  };
}

/** The compactions that shape the context, oldest first. */
export function liveCompactions(session: Session): readonly CompactionEntry[] {
  return session.compactions.flatMap(({ entry, state }) => (state === 'live' ? [entry] : []));
}

/** The live compactions that an undo of `id` takes back: it and those made after it. Empty when it isn't live. */
export function undoScope(session: Session, id: EntryId): readonly EntryId[] {
  const ids = liveCompactions(session).map((entry) => entry.id);
  const at = ids.indexOf(id);
  return at < 0 ? [] : ids.slice(at);
}

/** What the session has as it is read. */
type Kept = Omit<Session, 'messages' | 'allMessages' | 'compactions' | 'redoable' | 'stages'>;

type FoldState = ReturnType<typeof emptyState>;

function emptyState() {
  return {
    messages: [] as MessageEntry[],
    rewoundIds: new Set<MessageId>(),
    compactions: [] as CompactionEntry[],
    undoneIds: new Set<EntryId>(),
    /** What each undo took that nothing was built on since: the newest last. */
    undos: [] as readonly (readonly EntryId[])[],
    supersededIds: new Set<EntryId>(),
    revealed: new Map<MessageId, SecretSpan[]>(),
    noSecrets: new Set<number>(),
    stages: [] as StageEntry[],
    kept: {
      pinnedIds: new Set<MessageId>(),
      excludedIds: new Set<MessageId>(),
      ruleWords: new Map<string, RuleEntry>(),
      notesEdits: { byKey: new Map(), retired: new Set() } as MutableNotesEdits,
      observations: [] as ObservationEntry[],
      runs: [] as RunEntry[],
      recalls: [] as RecallEntry[],
      model: undefined as ModelEntry | undefined,
      title: undefined as string | undefined,
      strategy: undefined as string | undefined,
      workspace: undefined as string | undefined,
      importedFrom: undefined as string | undefined,
      agent: undefined as AgentLinks | undefined,
    } satisfies Kept,
  };
}

function readEntry(state: FoldState, entry: Entry): void {
  const { kept } = state;
  switch (entry.kind) {
    case 'message':
      return void state.messages.push(entry);
    case 'compaction':
      return takeIn(state, entry);
    case 'undo':
      return undo(state, entry.compactions);
    case 'redo':
      return redo(state, entry.compactions);
    case 'rewind':
      return rewind(state, entry.before);
    case 'pin':
      return toggle(kept.pinnedIds, entry.target, entry.on);
    case 'exclude':
      return toggle(kept.excludedIds, entry.target, entry.on);
    case 'reveal':
      if (entry.everywhere === true && entry.span.number !== undefined)
        state.noSecrets.add(entry.span.number);
      return void state.revealed.set(entry.target, [...(state.revealed.get(entry.target) ?? []), entry.span]);
    case 'rule':
      return void kept.ruleWords.set(entry.text, entry);
    case 'notesEdited':
      return takeEdit(kept.notesEdits, kept.ruleWords, entry);
    case 'stage':
      return void state.stages.push(entry);
    case 'note':
      return void kept.observations.push(entry);
    case 'run':
      return void kept.runs.push(entry);
    case 'recall':
      return void kept.recalls.push(entry);
    case 'model':
      kept.model = entry;
      return;
    case 'session':
      kept.title = entry.title ?? kept.title;
      kept.strategy = entry.strategy ?? kept.strategy;
      kept.workspace = entry.workspace ?? kept.workspace;
      kept.importedFrom = entry.importedFrom ?? kept.importedFrom;
      if (entry.agent !== undefined) kept.agent = { ...kept.agent, ...entry.agent };
      return;
    case 'memory':
    case 'forgotten':
      return;
  }
}

/** The summary that followed a compaction makes no second one: one undo takes both, and views show one. */
function takeIn(state: FoldState, { completes, ...entry }: CompactionEntry): void {
  const { compactions } = state;
  const at = compactions.findIndex(({ id }) => id === completes);
  const completed = compactions[at];
  if (completed !== undefined) {
    compactions[at] = { ...entry, id: completed.id, at: completed.at };
    return;
  }
  compactions.push(entry);
  state.undos = [];
}

function undo(state: FoldState, compactions: readonly EntryId[]): void {
  for (const id of compactions) state.undoneIds.add(id);
  state.undos = [...state.undos, compactions];
}

/** Only what the newest undo took, and as long as no later compaction was made from the context without it. */
function redo(state: FoldState, compactions: readonly EntryId[]): void {
  const newest = state.undos.at(-1);
  if (newest?.join() !== compactions.join()) return;
  for (const id of compactions) state.undoneIds.delete(id);
  state.undos = state.undos.slice(0, -1);
}

/** A stage of messages that are not there is none. */
function stagesOf({ stages, messages, rewoundIds, supersededIds }: FoldState): readonly Stage[] {
  const known = new Set(messages.map(({ id }) => id));
  return stages
    .filter(({ first, last }) => known.has(first) && known.has(last))
    .map((entry) => ({ entry, isSuperseded: rewoundIds.has(entry.last) || supersededIds.has(entry.id) }));
}

function rewind(state: FoldState, before: MessageId): void {
  const from = state.messages.findIndex((entry) => entry.id === before);
  if (from < 0) return;
  const isTaken = ({ id, message }: MessageEntry): boolean =>
    message.role !== 'system' && !state.rewoundIds.has(id);
  const taken = new Set(
    state.messages
      .slice(from)
      .filter(isTaken)
      .map(({ id }) => id),
  );
  for (const id of taken) state.rewoundIds.add(id);
  supersedeCompactions(state, taken);
  supersedeStages(state, taken);
  const isGone = (id: EntryId): boolean =>
    state.compactions.some(
      (entry) => entry.id === id && sourcesOf(entry).some((source) => taken.has(source)),
    );
  if (state.undos.flat().some(isGone)) state.undos = [];
}

/** A live compaction that was made from what is taken back now tells of what never was; those made after it were built on it. */
function supersedeCompactions(state: FoldState, taken: ReadonlySet<MessageId>): void {
  const live = state.compactions.filter(({ id }) => stateOf(id, state) === 'live');
  const first = live.findIndex((entry) => sourcesOf(entry).some((id) => taken.has(id)));
  if (first >= 0) live.slice(first).forEach(({ id }) => state.supersededIds.add(id));
}

/** A digest tells of all from its stage's first message to its last, which may be system text that no rewind takes. */
function supersedeStages(
  { stages, messages, supersededIds }: FoldState,
  taken: ReadonlySet<MessageId>,
): void {
  const places = new Map(messages.map(({ id }, place) => [id, place]));
  for (const { id, first, last } of stages) {
    const [from = 0, to = -1] = [places.get(first), places.get(last)];
    if (messages.slice(from, to + 1).some((message) => taken.has(message.id))) supersededIds.add(id);
  }
}

function toggle(set: Set<string>, id: string, on: boolean): void {
  if (on) set.add(id);
  else set.delete(id);
}

function stateOf(id: EntryId, state: FoldState): CompactionState {
  if (state.undoneIds.has(id)) return 'undone';
  return state.supersededIds.has(id) ? 'superseded' : 'live';
}
