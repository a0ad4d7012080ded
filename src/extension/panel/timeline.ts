import { passLabel } from '../../core/compaction/strategies.ts';
import type { RunStep } from '../../core/compaction/commit/run.ts';
import { asCounted, type ShownTokens } from '../../core/context/gauge.ts';
import type { Entry, EntryId, PassFigures, RunEntry } from '../../core/log/entry.ts';
import type { Compaction, Session } from '../../core/log/session.ts';
import { formatTokens } from '../../shared/format.ts';
import type { CompactionView, RemarkView, TimelineItem } from '../../shared/panelView.ts';
import { begun, compactionState, shownEvent, undoAndRedoOf } from '../sessions/shownCompaction.ts';
import { STEP_WORDS } from '../statusBar/gaugeOf.ts';

export interface TimelineInput {
  readonly entries: readonly Entry[];
  readonly session: Pick<Session, 'compactions' | 'redoable'>;
  readonly isReadOnly: boolean;
  /** The present step of the running compaction. Undefined if none is running. */
  readonly step: RunStep | undefined;
  readonly shown?: ShownTokens;
}

/**
 * Returns the items of the timeline, oldest first. They are compactions, remarks on runs that did not compact, and
 * remarks on other changes of the context. The running compaction comes last.
 */
export function timeline(input: TimelineInput): readonly TimelineItem[] {
  const { entries, session, step } = input;
  const compactions = new Map(session.compactions.map((one) => [one.entry.id, one]));
  const items = entries.flatMap((entry): readonly TimelineItem[] => {
    if (entry.kind !== 'compaction') return remarksOf(entry, compactions, input.shown);
    const compaction = compactions.get(entry.id);
    return compaction === undefined ? [] : [compactionView(compaction, input)];
  });
  return step === undefined ? items : [...items, runningRemark(entries, step)];
}

function compactionView(compaction: Compaction, input: TimelineInput): CompactionView {
  const { entry } = compaction;
  const { summary, ...event } = shownEvent(entry.event, input.shown);
  return {
    type: 'compaction',
    id: entry.id,
    at: entry.at,
    state: compactionState(compaction),
    ...undoAndRedoOf(compaction, input),
    ...event,
    begun: begun(event),
    onlyShortens: entry.folded.length === 0,
    durationMs: event.durationMs + (summary?.durationMs ?? 0),
    passes: shownPasses(event.passes),
    ...(summary && { modelUse: summary }),
  };
}

/** Returns the passes that treated messages. Replaces the internal name of each pass with the label for the person. */
export function shownPasses(passes: readonly PassFigures[]): readonly PassFigures[] {
  return passes.filter(({ treated }) => treated > 0).map((pass) => ({ ...pass, name: passLabel(pass.name) }));
}

function remarksOf(
  entry: Entry,
  compactions: ReadonlyMap<EntryId, Compaction>,
  shown: ShownTokens = asCounted,
): readonly RemarkView[] {
  const remark = (kind: RemarkView['kind'], text: string): readonly RemarkView[] => [
    { type: 'remark', id: entry.id, at: entry.at, kind, text },
  ];
  switch (entry.kind) {
    case 'run':
      return runRemarks(entry);
    case 'undo':
      return remark('undo', `Undone: ${sizesOfAll(entry.compactions, compactions, shown)}`);
    case 'redo':
      return remark('redo', `Redone: ${sizesOfAll(entry.compactions, compactions, shown)}`);
    case 'model':
      return remark(
        'model',
        entry.window === undefined ? entry.model : `${entry.model}, window ${formatTokens(entry.window)}`,
      );
    case 'rewind':
      return remark('rewind', 'Went back to an earlier message');
    default:
      return [];
  }
}

/** Returns the sizes of the context before and after each compaction, such as `40k → 12k`. */
function sizesOfAll(
  ids: readonly EntryId[],
  compactions: ReadonlyMap<EntryId, Compaction>,
  shown: ShownTokens,
): string {
  return ids.map((id) => sizesOf(compactions.get(id), shown)).join(', ');
}

function sizesOf(compaction: Compaction | undefined, shown: ShownTokens): string {
  if (compaction === undefined) return 'a compaction';
  const { tokensBefore, tokensAfter } = compaction.entry.event;
  return `${formatTokens(shown(tokensBefore))} → ${formatTokens(shown(tokensAfter))}`;
}

/** Words for the reasons why a run did not compact. */
const REASON_WORDS: ReadonlyMap<string, string> = new Map([
  ['already_in_flight', 'a compaction was running already'],
  ['no_eligible_batch', 'nothing old enough to compact'],
  ['not_worth_it', 'almost nothing would have been freed'],
  ['deferred_by_user', 'you postponed or undid a compaction, so the next one waits for the next threshold'],
  [
    'only_by_person',
    'by your setting longthread.compaction.when, only urgent compactions start by themselves',
  ],
  ['summarizer_resting', 'the model that writes notes failed three times'],
  ['cannot_fit', 'the context can’t be made small enough'],
  ['cancelled', 'it was stopped'],
  ['refused', 'you refused the notes'],
  ['superseded', 'the messages changed meanwhile'],
]);

/**
 * Returns the remarks on a run. Started and completed runs have no remarks here, since other items of the timeline show
 * the running compaction and the completed ones.
 */
function runRemarks(run: RunEntry): readonly RemarkView[] {
  const remark = (kind: RemarkView['kind'], text: string): readonly RemarkView[] => [
    { type: 'remark', id: run.id, at: run.at, kind, text },
  ];
  const why = REASON_WORDS.get(run.reason) ?? run.reason.replaceAll('_', ' ');
  if (run.compaction !== undefined) return summaryRemarks(run, why, remark);
  switch (run.state) {
    case 'started':
    case 'completed':
      return [];
    case 'skipped':
      return remark('skipped', `Not compacted${usedOf(run)}: ${why}`);
    case 'cancelled':
      return remark('skipped', `Compaction discarded: ${why}`);
    case 'failed':
      return remark(
        'failed',
        run.error === undefined ? run.reason : `No notes by ${run.error.model}: ${run.reason}`,
      );
  }
}

/** Returns the remarks on a run that adds a model's notes to a compaction (`run.compaction`). */
function summaryRemarks(
  { state, reason, error }: RunEntry,
  why: string,
  remark: (kind: RemarkView['kind'], text: string) => readonly RemarkView[],
): readonly RemarkView[] {
  switch (state) {
    case 'started':
    case 'completed':
      return [];
    case 'skipped':
      return remark('notes', 'The model wrote its notes; the next compaction adds them');
    case 'cancelled':
      return remark('notes', `No notes by a model: ${why}; the compaction stays`);
    case 'failed':
      return remark('failed', `No notes by ${error?.model ?? 'the model'}: ${reason}`);
  }
}

function usedOf({ usedTokens }: RunEntry): string {
  return usedTokens === undefined ? '' : ` at ${formatTokens(usedTokens)}`;
}

function runningRemark(entries: readonly Entry[], step: RunStep): RemarkView {
  const started = entries.findLast((entry) => entry.kind === 'run' && entry.state === 'started');
  return {
    type: 'remark',
    id: started === undefined ? 'running' : `${started.id}:running`,
    at: started?.at ?? 0,
    kind: 'running',
    text: STEP_WORDS[step],
  };
}
