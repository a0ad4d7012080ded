import { untouchables } from '../context/assemble.ts';
import type { Context } from '../context/context.ts';
import { extractFacts } from '../ledger/facts.ts';
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

/** How often a plan is made anew, a little smaller, when the exact count is over. */
const MOST_TRIES = 6;

/**
 * Plans and prepares a compaction whose context, merged and counted exactly, takes no more than the goal's limit.
 * Throws CannotFitError when pins, system text and the newest message alone are too large.
 */
export function compactToFit(
  asked: PlanRequest,
  measure: (context: Context) => number,
  options: PrepareOptions,
): Prepared {
  const request = withFacts(asked);
  const limit = request.goal.mustFitTokens;
  let prepared = prepare(planCompaction(request), options);
  if (limit === undefined) return prepared;
  let over = measure(prepared.context) - limit;
  let cut = 0;
  for (let tries = 1; over > 0 && tries < MOST_TRIES; tries += 1) {
    cut += over + tries * tries * 4;
    prepared = prepare(planCompaction({ ...request, goal: smaller(request.goal, cut) }), options);
    over = measure(prepared.context) - limit;
  }
  if (over > 0) throw cannotFit(prepared, request, over + limit);
  return prepared;
}

/** Facts are taken once for ledger and receipt, however often the plan is made anew. */
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
  const shares = parts.map(({ what, tokens: own }) => `${what} ${String(own)}`).join(', ');
  const why = parts[0] === undefined ? '' : ` What may not be touched: ${shares}. ${parts[0].wayOut}`;
  return new CannotFitError(
    `The context can't be made smaller than ${String(tokens)} tokens, and ${String(limit)} are allowed.${why}`,
    tokens,
    limit,
  );
}
