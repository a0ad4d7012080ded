import type { Wish } from '../../shared/previewView.ts';
import type { Target } from './planControls.ts';
import { fieldsOf } from '../base/fieldsOf.ts';

/** What a person chose for a plan. */
export interface PlanWork {
  readonly strategy: string;
  readonly target: Target;
  readonly instructions: string;
  readonly wishes: ReadonlyMap<string, Wish>;
  /** The part that alone is to be compacted. */
  readonly range?: { readonly first: string; readonly last: string } | undefined;
  readonly withoutModel: boolean;
}

/** A session's plan as it was left: a hidden panel's page is gone. */
export interface Kept {
  readonly session: string;
  /** It is what the panel shows, or goes back to. */
  readonly isOpen: boolean;
  /** It was begun as the run that the person is asked about. */
  readonly isAsked: boolean;
  readonly work?: PlanWork | undefined;
}

export const NOTHING_KEPT: Kept = { session: '', isOpen: false, isAsked: false };

/** In characters; what takes more is not kept. */
const MOST_KEPT = 200_000;

const WISHES: ReadonlySet<unknown> = new Set<Wish>(['keep', 'shorten', 'notes', 'leaveOut']);

export function newWork(strategy: string): PlanWork {
  const target = { figure: '', unit: 'tokens' } as const;
  return { strategy, target, instructions: '', wishes: new Map(), withoutModel: false };
}

/** What the editor is given to keep: it knows JSON only. */
export function savedKept({ work, ...rest }: Kept): unknown {
  if (work === undefined) return rest;
  const saved = { ...work, wishes: [...work.wishes] };
  return JSON.stringify(saved).length > MOST_KEPT ? rest : { ...rest, work: saved };
}

/** Reads what was kept; whatever else the editor hands over counts as nothing. */
export function loadKept(state: unknown): Kept {
  const { session, isOpen, isAsked, work } = fieldsOf(state);
  if (typeof session !== 'string') return NOTHING_KEPT;
  return { session, isOpen: isOpen === true, isAsked: isAsked === true, work: loadWork(fieldsOf(work)) };
}

function loadWork(work: Record<string, unknown>): PlanWork | undefined {
  const { strategy, instructions, wishes, withoutModel } = work;
  const { figure, unit } = fieldsOf(work['target']);
  const { first, last } = fieldsOf(work['range']);
  if (typeof strategy !== 'string' || typeof instructions !== 'string' || typeof figure !== 'string')
    return undefined;
  return {
    ...{ strategy, instructions, withoutModel: withoutModel === true },
    target: { figure, unit: unit === 'percent' ? 'percent' : 'tokens' },
    wishes: new Map(Array.isArray(wishes) ? wishes.filter(isWish) : []),
    ...(typeof first === 'string' && typeof last === 'string' ? { range: { first, last } } : {}),
  };
}

function isWish(entry: unknown): entry is readonly [string, Wish] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && WISHES.has(entry[1]);
}
