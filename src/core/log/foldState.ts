import type {
  CompactionEntry,
  Entry,
  EntryId,
  MessageEntry,
  MessageId,
  ModelEntry,
  ObservationEntry,
  RecallEntry,
  ReplacedMessage,
  RunEntry,
  SecretSpan,
  StageEntry,
} from './entry.ts';
import { applyEdit, type MutableNotesEdits, type NotesEdits } from './notesEdit.ts';
import type { RuleEntry } from './ruleEntry.ts';
import type { AgentLinks } from './sessionInfo.ts';
import { sourcesOf } from './sources.ts';

export interface Stage {
  readonly entry: StageEntry;
  /** Whether a rewind removed messages of the stage. Its digest is then no longer in the context. */
  readonly isSuperseded: boolean;
}

/**
 * The state of a compaction. Only `live` compactions shape the context. A compaction is `superseded` if a rewind
 * removed one of the messages that it was made from, or if it builds on a superseded compaction.
 */
export type CompactionState = 'live' | 'undone' | 'superseded';

/** The parts of a session's state that a single entry sets directly. */
export interface DirectState {
  readonly pinnedIds: ReadonlySet<MessageId>;
  readonly excludedIds: ReadonlySet<MessageId>;
  /** The excerpts of tool results that were too large for the context, by the message of the result. */
  readonly keptOut: ReadonlyMap<MessageId, ReplacedMessage>;
  /** The person's newest decision on each rule that the person added or struck, by the text of the rule. */
  readonly ruleWords: ReadonlyMap<string, RuleEntry>;
  /** Lines of the notes that the person struck, reworded or added. */
  readonly notesEdits: NotesEdits;
  readonly observations: readonly ObservationEntry[];
  readonly runs: readonly RunEntry[];
  readonly recalls: readonly RecallEntry[];
  readonly model: ModelEntry | undefined;
  readonly title: string | undefined;
  readonly strategy: string | undefined;
  readonly workspace: string | undefined;
  readonly importedFrom: string | undefined;
  /** Tools of other extensions that the person chose for the session. */
  readonly foreignTools: readonly string[];
  /** The session's links to its chat and to other sessions. Defined only in sessions of the editor's own agent. */
  readonly agent: AgentLinks | undefined;
}

export type FoldState = ReturnType<typeof emptyState>;

export function emptyState() {
  return {
    messages: [] as MessageEntry[],
    rewoundIds: new Set<MessageId>(),
    compactions: [] as CompactionEntry[],
    /** The number of messages in the log when each compaction was made, or when a summary completed it. */
    madeAfter: new Map<EntryId, number>(),
    undoneIds: new Set<EntryId>(),
    /** The compactions of each undo that can still be redone, the newest last. */
    undos: [] as readonly (readonly EntryId[])[],
    supersededIds: new Set<EntryId>(),
    revealed: new Map<MessageId, SecretSpan[]>(),
    noSecrets: new Set<number>(),
    stages: [] as StageEntry[],
    direct: {
      pinnedIds: new Set<MessageId>(),
      excludedIds: new Set<MessageId>(),
      keptOut: new Map<MessageId, ReplacedMessage>(),
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
      foreignTools: [] as readonly string[],
      agent: undefined as AgentLinks | undefined,
    } satisfies DirectState,
  };
}

export function readEntry(state: FoldState, entry: Entry): void {
  const { direct } = state;
  switch (entry.kind) {
    case 'message':
      return void state.messages.push(entry);
    case 'compaction':
      return addCompaction(state, entry);
    case 'undo':
      return undo(state, entry.compactions);
    case 'redo':
      return redo(state, entry.compactions);
    case 'rewind':
      return rewind(state, entry.before);
    case 'pin':
      return toggle(direct.pinnedIds, entry.target, entry.on);
    case 'exclude':
      return toggle(direct.excludedIds, entry.target, entry.on);
    case 'reveal':
      if (entry.everywhere === true && entry.span.number !== undefined)
        state.noSecrets.add(entry.span.number);
      return void state.revealed.set(entry.target, [...(state.revealed.get(entry.target) ?? []), entry.span]);
    case 'keptOut': {
      const { target: id, text } = entry;
      return void direct.keptOut.set(id, { id, as: 'excerpt', text });
    }
    case 'rule':
      return void direct.ruleWords.set(entry.text, entry);
    case 'notesEdited':
      return applyEdit(direct.notesEdits, direct.ruleWords, entry);
    case 'stage':
      return void state.stages.push(entry);
    case 'note':
      return void direct.observations.push(entry);
    case 'run':
      return void direct.runs.push(entry);
    case 'recall':
      return void direct.recalls.push(entry);
    case 'model':
      direct.model = entry;
      return;
    case 'session':
      direct.title = entry.title ?? direct.title;
      direct.strategy = entry.strategy ?? direct.strategy;
      direct.workspace = entry.workspace ?? direct.workspace;
      direct.importedFrom = entry.importedFrom ?? direct.importedFrom;
      direct.foreignTools = entry.foreignTools ?? direct.foreignTools;
      if (entry.agent !== undefined) direct.agent = { ...direct.agent, ...entry.agent };
      return;
    case 'memory':
    case 'forgotten':
      return;
  }
}

/**
 * Adds a compaction. If it completes an earlier compaction with a summary, it replaces the earlier compaction. So one
 * undo takes both back, and views show them as one compaction.
 */
function addCompaction(state: FoldState, { completes, ...entry }: CompactionEntry): void {
  const { compactions, madeAfter, messages } = state;
  const at = compactions.findIndex(({ id }) => id === completes);
  const completed = compactions[at];
  if (completed !== undefined) {
    madeAfter.set(completed.id, messages.length);
    compactions[at] = { ...entry, id: completed.id, at: completed.at };
    return;
  }
  madeAfter.set(entry.id, messages.length);
  compactions.push(entry);
  state.undos = [];
}

function undo(state: FoldState, compactions: readonly EntryId[]): void {
  for (const id of compactions) state.undoneIds.add(id);
  state.undos = [...state.undos, compactions];
}

/** Redoes the newest undo if it undid exactly these compactions. A new compaction clears the list of undos. */
function redo(state: FoldState, compactions: readonly EntryId[]): void {
  const newest = state.undos.at(-1);
  if (newest?.join() !== compactions.join()) return;
  for (const id of compactions) state.undoneIds.delete(id);
  state.undos = state.undos.slice(0, -1);
}

/** Returns the stages whose messages are in the log. */
export function stagesOf({ stages, messages, rewoundIds, supersededIds }: FoldState): readonly Stage[] {
  if (stages.length === 0) return [];
  const known = new Set(messages.map(({ id }) => id));
  return stages
    .filter(({ first, last }) => known.has(first) && known.has(last))
    .map((entry) => ({ entry, isSuperseded: rewoundIds.has(entry.last) || supersededIds.has(entry.id) }));
}

function rewind(state: FoldState, before: MessageId): void {
  const from = state.messages.findIndex((entry) => entry.id === before);
  if (from < 0) return;
  const isRewound = ({ id, message }: MessageEntry): boolean =>
    message.role !== 'system' && !state.rewoundIds.has(id);
  const rewound = new Set(
    state.messages
      .slice(from)
      .filter(isRewound)
      .map(({ id }) => id),
  );
  for (const id of rewound) state.rewoundIds.add(id);
  supersedeCompactions(state, rewound);
  supersedeStages(state, rewound);
}

/**
 * Supersedes live compactions whose sources were rewound, and all compactions built on them. If a live or an undone
 * compaction lost sources, nothing can be redone: the undone compactions were built on all live ones.
 */
function supersedeCompactions(state: FoldState, rewound: ReadonlySet<MessageId>): void {
  const hasLost = (entry: CompactionEntry): boolean => sourcesOf(entry).some((id) => rewound.has(id));
  const live = state.compactions.filter(({ id }) => stateOf(id, state) === 'live');
  const first = live.findIndex(hasLost);
  if (first >= 0) live.slice(first).forEach(({ id }) => state.supersededIds.add(id));
  const undone = new Set(state.undos.flat());
  if (first >= 0 || state.compactions.some((entry) => undone.has(entry.id) && hasLost(entry)))
    state.undos = [];
}

/**
 * Supersedes stages with a rewound message. Looks at all messages of a stage, not only the last one: the last message
 * may be system text, which no rewind removes.
 */
function supersedeStages(
  { stages, messages, supersededIds }: FoldState,
  rewound: ReadonlySet<MessageId>,
): void {
  const places = new Map(messages.map(({ id }, place) => [id, place]));
  for (const { id, first, last } of stages) {
    const [from = 0, to = -1] = [places.get(first), places.get(last)];
    if (messages.slice(from, to + 1).some((message) => rewound.has(message.id))) supersededIds.add(id);
  }
}

function toggle(set: Set<string>, id: string, on: boolean): void {
  if (on) set.add(id);
  else set.delete(id);
}

export function stateOf(id: EntryId, state: FoldState): CompactionState {
  if (state.undoneIds.has(id)) return 'undone';
  return state.supersededIds.has(id) ? 'superseded' : 'live';
}
