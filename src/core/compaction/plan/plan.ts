import type { PassName } from '../strategies.ts';
import { classify, type Classified } from '../../context/classify.ts';
import type { TokenAccount } from '../../context/account.ts';
import type { Context } from '../../context/context.ts';
import { idsOf, type Group } from '../../context/groups.ts';
import {
  isShortened,
  projectSession,
  shortenedSystem,
  systemTexts,
  treatmentsOf,
} from '../../context/project.ts';
import { isRecord } from '../../context/record.ts';
import { planSection, standingPlan } from '../../context/standingPlan.ts';
import type { MessageId, PassFigures } from '../../log/entry.ts';
import { OWN_SYSTEM_SLOT } from '../../log/message.ts';
import type { Session, SessionMessage } from '../../log/session.ts';
import { foldStranded, chitchat, evictOldest, foldOldest, foldTurns } from './passes/fold.ts';
import { shortenSeenResults, squeeze } from './passes/lastResort.ts';
import { recentGroups, type PlanUnit, unitsOf } from '../units.ts';
import { hasUnappliedEdits } from './standing.ts';
import { mapInSteps, type Steps } from '../../steps.ts';
import { applyWishes, withWishes, type RefusedWish } from './wishes.ts';
import {
  WorkingPlan,
  type InitialState,
  type Pass,
  type ImportedSystem,
  type PlanRequest,
} from './workingPlan.ts';
import { foldOldestOfStage, keepNewest, oldStages, recentStages } from './passes/stages.ts';
import { supersededReads } from './passes/supersededReads.ts';
import { toolOutputs, toolResults } from './passes/toolOutputs.ts';

/** A planned compaction and its figures. A plan does not change anything yet. */
export interface Plan {
  readonly request: PlanRequest;
  readonly working: WorkingPlan;
  readonly passes: readonly PassFigures[];
  readonly tokensBefore: number;
  readonly classes: ReadonlyMap<MessageId, Classified>;
  /** The person's choices that can't be carried out. */
  readonly refused: readonly RefusedWish[];
}

/** Chooses a treatment for each message. Calls no model and changes nothing. */
export function* planCompaction(request: PlanRequest): Steps<Plan> {
  const { session, account, overheadTokens = 0, aim } = request;
  const context = projectSession(session);
  yield;
  const counts = yield* mapInSteps(context, (item) => account.ofItem(item));
  const tokensBefore = counts.reduce((sum, tokens) => sum + tokens, overheadTokens);
  const isMet = aim.targetTokens !== undefined && tokensBefore <= aim.targetTokens;
  const plan = yield* runPasses(request, isMet ? [] : request.strategy.passes);
  const reservesInVain = aim.record.isReservedFirst === true && !plan.working.rewritesRecord;
  if (isMet || !reservesInVain) return { ...plan, tokensBefore };
  // No notes are needed, so the room that was reserved for the notes goes to messages.
  return yield* planCompaction({
    ...request,
    aim: { ...aim, record: { ...aim.record, isReservedFirst: false } },
  });
}

function* runPasses(request: PlanRequest, names: readonly PassName[]): Steps<Omit<Plan, 'tokensBefore'>> {
  const { session, aim, strategy } = request;
  const { working, classes, refused } = yield* startPlan(request);
  yield;
  if (hasUnappliedEdits(session)) working.rewriteForEdits();
  const passes: PassFigures[] = [];
  const failed: RefusedWish[] = [];
  if (working.units.some(({ wish }) => wish !== undefined)) {
    const apply = (): void => {
      failed.push(...applyWishes(working));
    };
    passes.push(yield* measured('wishes', working, apply));
  }
  for (const name of names) {
    if (working.isMet) break;
    passes.push(yield* measured(name, working, () => PASSES[name](working)));
  }
  const isTooLarge = (): boolean => working.tokens > (aim.mustFitTokens ?? Infinity);
  if (names.length > 0 && (aim.isOversized === true || isTooLarge())) {
    const run = (): void => {
      if (aim.isOversized === true) shortenSeenResults(working);
      if (isTooLarge()) squeeze(working);
    };
    passes.push(yield* measured('squeeze', working, run));
  }
  if (strategy.hasNotes && aim.tier === 'manual') foldStranded(working);
  return { request, working, passes, classes, refused: [...refused, ...failed] };
}

function* measured(name: string, plan: WorkingPlan, run: () => ReturnType<Pass>): Steps<PassFigures> {
  const tokensBefore = plan.tokensWithOldRecord;
  const treatedBefore = plan.treatedCount;
  yield;
  const steps = run();
  if (steps !== undefined) yield* steps;
  return {
    name,
    tokensBefore,
    tokensAfter: plan.tokensWithOldRecord,
    treated: plan.treatedCount - treatedBefore,
  };
}

/** Returns an initial plan for the session, in which no message is treated yet. */
function* startPlan(request: PlanRequest): Steps<Pick<Plan, 'working' | 'classes' | 'refused'>> {
  const { session, account, overheadTokens = 0 } = request;
  const earlier = treatmentsOf(session);
  const context = projectSession(session);
  const shown = shownTokens(context, account);
  yield;
  const { classes, ...planned } = yield* planUnits(request);
  yield;
  const { units, refused } = withWishes(request, planned.units);
  const fixed = context.filter((item) => item.treatment === 'system');
  const record = context.filter(({ message }) => isRecord(message));
  const working = new WorkingPlan({
    request,
    units,
    fixedTokens: account.ofContext(fixed) + overheadTokens,
    ...todoPlan(session, account),
    recordTokens: account.ofContext(record),
    importedSystem: importedSystem(session, account),
    ...importedRequest(session, units),
    tokensOf: (id) => shown.get(id) ?? 0,
    isFolded: (id) => earlier.folded.has(id),
    isReplaced: (id) => isShortened(earlier, session, id),
  });
  return { working, classes, refused };
}

/** Returns the to-do list from the model's newest call of the to-do tool. Empty if there is none. */
function todoPlan(session: Session, account: TokenAccount): Pick<InitialState, 'todoPlan'> {
  const plan = standingPlan(session);
  return plan === undefined ? {} : { todoPlan: { id: plan.id, tokens: account.ofText(planSection(plan)) } };
}

/**
 * Returns the system texts of an imported session, which may be shortened. Omits Longthread's own system text. Empty
 * for other sessions, because their system text is never changed.
 */
function importedSystem(session: Session, account: TokenAccount): readonly ImportedSystem[] {
  if (session.importedFrom === undefined) return [];
  const { replaced } = treatmentsOf(session);
  return systemTexts(session.messages).flatMap(({ id, message }) => {
    if (message.slot === OWN_SYSTEM_SLOT) return [];
    const treatment = replaced.get(id);
    const shown = treatment === undefined ? message : shortenedSystem(message, treatment);
    return [{ id, message, tokens: account.ofMessage(shown) }];
  });
}

/**
 * Returns the person's newest message in an imported session, unless it is pinned. Text that the client added to
 * this message may be shortened, but the person's own words in it never change.
 */
function importedRequest(
  { importedFrom, pinnedIds }: Session,
  units: readonly PlanUnit[],
): { readonly importedRequest?: SessionMessage } {
  if (importedFrom === undefined) return {};
  const newest = units.find(
    ({ isFixed, group }) =>
      isFixed && group.head.message.role === 'user' && !idsOf(group).some((id) => pinnedIds.has(id)),
  );
  return newest === undefined ? {} : { importedRequest: newest.group.head };
}

/**
 * Returns the current token count of each message. If a tool call has no result, the context contains a placeholder for
 * the result. The tokens of the placeholder are counted with the message that contains the call.
 */
function shownTokens(context: Context, account: TokenAccount): ReadonlyMap<MessageId, number> {
  const shown = new Map<MessageId, number>();
  for (const item of context) {
    const [id = ''] = item.entries;
    if (item.entries.length === 1) shown.set(id, (shown.get(id) ?? 0) + account.ofItem(item));
  }
  return shown;
}

function* planUnits({
  session,
  account,
  aim,
  settings,
}: PlanRequest): Steps<{ units: readonly PlanUnit[]; classes: Plan['classes'] }> {
  const units = unitsOf(session);
  const { folded } = treatmentsOf(session);
  const standing = units.map(({ group }) => group).filter(({ head }) => !folded.has(head.id));
  const recent = recentGroups(standing, account, {
    messages: settings.keepRecentMessages,
    tokens: aim.recentTokens,
  });
  const recentIds = new Set([...recent].flatMap(idsOf));
  yield;
  const classes = classify(session.messages, { recentIds, pinnedIds: session.pinnedIds });
  yield;
  const eligible = eligibleGroups(standing, aim.eligibleShare);
  const planned = units.map((unit): PlanUnit => ({
    ...unit,
    class: classes.get(unit.group.head.id)?.class ?? 'said',
    isRecent: recent.has(unit.group),
    isEligible: eligible.has(unit.group),
  }));
  return { units: planned, classes };
}

/** Returns the oldest groups that together contain at least this share of the messages. */
function eligibleGroups(groups: readonly Group[], share: number): ReadonlySet<Group> {
  const total = groups.reduce((sum, group) => sum + idsOf(group).length, 0);
  const eligible = new Set<Group>();
  let seen = 0;
  for (const group of groups) {
    if (seen >= total * share) break;
    eligible.add(group);
    seen += idsOf(group).length;
  }
  return eligible;
}

export const PASSES = {
  chitchat,
  supersededReads,
  toolOutputs,
  toolResults,
  oldStages,
  foldOldest,
  foldOldestOfStage,
  recentStages,
  keepNewest,
  foldTurns,
  evictOldest,
} as const satisfies Readonly<Record<PassName, Pass>>;
