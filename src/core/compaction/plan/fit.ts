import type { CompactionView } from '../compactionView.ts';
import { untouchables, wayOutOf, type Untouchable } from '../../context/assemble.ts';
import { asCounted } from '../../context/gauge.ts';
import { factsOf, factsWork } from '../../context/facts.ts';
import { isRecord } from '../../context/record.ts';
import { smallerBy, type Aim } from '../decide/aim.ts';
import { tryInSteps, withReceipt, type Prepared, type Tried } from './draft.ts';
import { enlargeNewest } from './passes/enlarge.ts';
import { planCompaction, type Plan } from './plan.ts';
import { mapInSteps, type Steps } from '../../steps.ts';
import { leastForSummary } from './writeRecord.ts';

/** The error when no plan fits: says what is too large and what to do. */
export interface Unfitting {
  readonly sentence: string;
}

/**
 * The maximum number of plans, after the first plan, for which the aim is reduced by the measured excess and a margin.
 */
const NEAR_TRIES = 5;
/**
 * The maximum number of bisection steps after `NEAR_TRIES` plans. The bisection is between an aim that was too large
 * and the smallest possible aim.
 */
const FAR_TRIES = 6;

/** The share of a requested budget that a plan should fill, unless the plan folds and shortens nothing. */
const LEAST_USED = 0.9;
/** The maximum number of times that unused room of the notes is given to messages. */
const FILL_TRIES = 6;

interface Attempt {
  /** The tokens by which the aim was reduced. */
  readonly cut: number;
  readonly prepared: Tried;
  /** The number of tokens above the limit; 0 or less if the context fits. */
  readonly over: number;
}

/**
 * Plans with the aim reduced by `cut` tokens. `reserve` is the planned room for the record, in place of the room in the
 * aim. `enlarge` is the number of unused tokens to give to messages.
 */
type Try = (cut: number, more?: { readonly reserve?: number; readonly enlarge?: number }) => Steps<Attempt>;

/**
 * Plans and prepares a compaction whose context, including the written notes, is within the limit of the aim. A plan
 * only estimates the notes, and the written notes may be larger. So plans with a smaller aim are tried until a plan
 * fits. If no plan fits, returns what is too large.
 */
export function* fit(view: CompactionView, aim: Aim): Steps<Prepared | Unfitting> {
  const found = yield* fitting(view, aim);
  return 'sentence' in found ? found : yield* withReceipt(found);
}

function* fitting(view: CompactionView, aim: Aim): Steps<Tried | Unfitting> {
  const { overheadTokens = 0, account } = view;
  // The plan needs the facts of all messages (`factsOf`). Finds and caches them in steps, so that other work can run.
  yield* mapInSteps(
    view.session.messages,
    ({ message }) => factsOf(message),
    ({ message }) => factsWork(message),
  );
  const measure = view.measure ?? ((context) => account.ofContext(context) + overheadTokens);
  const { asked, mustFitTokens: limit = Infinity } = aim;
  const attempt: Try = function* (cut, { reserve = aim.record.reserve, enlarge = 0 } = {}) {
    const planned = { ...aim, record: { ...aim.record, reserve } };
    const plan = yield* planCompaction({ ...view, aim: smallerBy(planned, cut) });
    if (enlarge > 0) enlargeNewest(plan.working, enlarge);
    const prepared = yield* tryInSteps(plan);
    return { cut, prepared, over: limit === Infinity ? 0 : measure(prepared.context) - limit };
  };
  let near = yield* attempt(0);
  for (let tries = 1; near.over > 0 && tries <= NEAR_TRIES; tries += 1) {
    const margin = 4 * tries ** 2;
    near = yield* attempt(near.cut + near.over + margin);
  }
  if (near.over <= 0)
    return asked.budgetTokens === undefined ? near.prepared : yield* filled(near, aim, attempt);
  let fits = yield* attempt(limit);
  if (fits.over > 0) {
    const tooSmall = asked.budgetTokens === undefined ? 'window' : 'budget';
    return { sentence: tooLarge(fits.prepared, view, { limit, tokens: fits.over + limit, tooSmall }) };
  }
  for (let tries = 0; tries < FAR_TRIES && fits.cut - near.cut > 1; tries += 1) {
    const tried = yield* attempt(Math.ceil((near.cut + fits.cut) / 2));
    if (tried.over > 0) near = tried;
    else fits = tried;
  }
  return fits.prepared;
}

/**
 * Gives unused room to messages until the budget is used: first plans again with less room for the notes, then brings
 * back messages. A negative `over` is the number of free tokens.
 */
function* filled(first: Attempt, aim: Aim, attempt: Try): Steps<Tried> {
  const leastFree = (aim.asked.budgetTokens ?? 0) * (1 - LEAST_USED);
  const freeIn = ({ over, prepared }: Attempt): number => -over - roomKeptForSummary(prepared);
  const isUsed = (found: Attempt): boolean =>
    freeIn(found) <= leastFree || found.prepared.plan.working.treatedCount === 0;
  let best = first;
  let [least, reserve] = [0, aim.record.reserve];
  for (let tries = 0; tries < FILL_TRIES && !isUsed(best); tries += 1) {
    const needed = Math.max(least, tokensOfRecord(best.prepared));
    const tried = Math.max(needed, Math.floor(reserve - freeIn(best)));
    if (tried >= reserve) break;
    const found = yield* attempt(best.cut, { reserve: tried });
    if (freeIn(found) < 0) least = Math.ceil((tried + reserve) / 2);
    else [best, reserve] = [found.over > best.over ? found : best, tried];
  }
  for (let enlarge = freeIn(best); enlarge > leastFree && !isUsed(best); enlarge /= 2) {
    const found = yield* attempt(best.cut, { reserve, enlarge: Math.floor(enlarge) });
    if (freeIn(found) >= 0) return found.over > best.over ? found.prepared : best.prepared;
  }
  return best.prepared;
}

/** Returns the token count of the written record. */
function tokensOfRecord({ context, plan }: Tried): number {
  return plan.request.account.ofContext(context.filter(({ message }) => isRecord(message)));
}

/** Returns the tokens reserved for a summary that a model is still to write. */
function roomKeptForSummary({ plan, draft }: Tried): number {
  return draft.prosePending && plan.request.aim.asksModel === true ? leastForSummary(plan) : 0;
}

type Part = Omit<Untouchable, 'what'> & { readonly what: string };

function keptByWish({ working }: Plan): readonly Part[] {
  const kept = working.units.filter(({ wish }) => wish === 'stays');
  const tokens = kept.reduce((sum, unit) => sum + working.tokensOf(unit), 0);
  const wayOut = 'Keep fewer messages';
  return tokens === 0 ? [] : [{ what: 'the messages that you keep', tokens, wayOut }];
}

function tooLarge(
  { context, plan }: Tried,
  { account, overheadTokens = 0, shown = asCounted }: CompactionView,
  {
    limit,
    tokens,
    tooSmall,
  }: { readonly limit: number; readonly tokens: number; readonly tooSmall: 'window' | 'budget' },
): string {
  const parts: readonly Part[] = [
    ...keptByWish(plan),
    ...untouchables(context, account, overheadTokens),
  ].sort((a, b) => b.tokens - a.tokens);
  const rest = tokens - parts.reduce((sum, part) => sum + part.tokens, 0);
  const named = [
    ...parts,
    ...(rest > 0 ? [{ what: 'the notes and what the provider adds to each message', tokens: rest }] : []),
  ];
  const shares = named
    .map(({ what, tokens: own }, index) => `${String(shown(own))}${index === 0 ? ' tokens' : ''} of ${what}`)
    .join(', ');
  const why =
    parts[0] === undefined ? '' : ` These can’t be compacted: ${shares}. ${wayOutOf(parts[0], tooSmall)}`;
  return `The context can't be made smaller than ${String(shown(tokens))} tokens, but ${tooSmall === 'budget' ? `the budget is ${String(shown(limit))}` : `at most ${String(shown(limit))} may be used`}.${why}`;
}
