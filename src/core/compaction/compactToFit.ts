import { untouchables } from '../context/assemble.ts';
import type { Context } from '../context/context.ts';
import { extractFacts } from '../context/facts.ts';
import { prepare, type Prepared, type PrepareOptions } from './draft.ts';
import { planCompaction, type Plan, type PlanRequest } from './plan.ts';

/** A context that can't be made to fit: what is too large, and what to do. */
export class CannotFitError extends Error {
  override readonly name = 'CannotFitError';
  constructor(
    message: string,
    readonly tokens: number,
    readonly limitTokens: number,
  ) {
    super(message);
  }
}

/** How often a plan is made anew, smaller by what the exact count was over and somewhat more. */
const NEAR_TRIES = 5;
/** Then the goal is halved in: so often, between what was too large and the smallest there is. */
const FAR_TRIES = 6;

/**
 * Plans and prepares a compaction whose context, merged and counted exactly, takes no more than the goal's limit.
 * Throws CannotFitError when the smallest context there is takes more.
 */
export function compactToFit(
  asked: PlanRequest,
  measure: (context: Context) => number,
  options: PrepareOptions,
): Prepared {
  const request = withFacts(asked);
  const limit = request.goal.mustFitTokens;
  if (limit === undefined) return prepare(planCompaction(request), options);
  const attempt = (cut: number): Attempt => {
    const prepared = prepare(planCompaction({ ...request, goal: smaller(request.goal, cut) }), options);
    return { cut, prepared, over: measure(prepared.context) - limit };
  };
  let near = attempt(0);
  for (let tries = 1; near.over > 0 && tries <= NEAR_TRIES; tries += 1) {
    near = attempt(near.cut + near.over + tries * tries * 4);
  }
  if (near.over <= 0) return near.prepared;
  const smallest = attempt(limit);
  if (smallest.over > 0) throw cannotFit(smallest.prepared, request, smallest.over + limit);
  return largestBetween(near, smallest, attempt).prepared;
}

interface Attempt {
  /** Tokens by which the goal was made smaller. */
  readonly cut: number;
  readonly prepared: Prepared;
  /** Tokens above the limit; not above 0 when it fits. */
  readonly over: number;
}

/** What a plan does not foresee, such as digests larger than the record's room, may be any part of the limit. */
function largestBetween(tooLarge: Attempt, small: Attempt, attempt: (cut: number) => Attempt): Attempt {
  let [over, fits] = [tooLarge.cut, small];
  for (let tries = 0; tries < FAR_TRIES && fits.cut - over > 1; tries += 1) {
    const tried = attempt(Math.ceil((over + fits.cut) / 2));
    if (tried.over > 0) over = tried.cut;
    else fits = tried;
  }
  return fits;
}

/** Facts are taken once for notes and receipt, however often the plan is made anew. */
function withFacts(request: PlanRequest): PlanRequest {
  if (request.facts !== undefined) return request;
  const facts = new Map(request.session.messages.map((message) => [message.id, extractFacts(message)]));
  return { ...request, facts };
}

function smaller(goal: Plan['request']['goal'], by: number): Plan['request']['goal'] {
  const less = (tokens: number): number => Math.max(0, tokens - by);
  return {
    ...goal,
    ...(goal.targetTokens === undefined ? {} : { targetTokens: less(goal.targetTokens) }),
    ...(goal.mustFitTokens === undefined ? {} : { mustFitTokens: less(goal.mustFitTokens) }),
    record: { ...goal.record, reserve: less(goal.record.reserve), most: less(goal.record.most) },
  };
}

function cannotFit(prepared: Prepared, request: PlanRequest, tokens: number): CannotFitError {
  const limit = request.goal.mustFitTokens ?? 0;
  const parts = untouchables(prepared.context, request.account, request.overheadTokens ?? 0);
  const rest = tokens - parts.reduce((sum, part) => sum + part.tokens, 0);
  const named = [...parts, ...(rest > 0 ? [{ what: 'notes and framing', tokens: rest }] : [])];
  const shares = named.map(({ what, tokens: own }) => `${what} ${String(own)}`).join(', ');
  const why = parts[0] === undefined ? '' : ` What may not be touched: ${shares}. ${parts[0].wayOut}`;
  return new CannotFitError(
    `The context can't be made smaller than ${String(tokens)} tokens, and ${String(limit)} are allowed.${why}`,
    tokens,
    limit,
  );
}
