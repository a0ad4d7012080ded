import { CHOSEN_FATES, type ChosenFate } from '../../shared/fateWords.ts';
import { fieldsOf, ViewState, type Fields } from '../base/viewState.ts';
import type { Store } from '../hostConnection.ts';

/**
 * The target size of the context, as it was typed. An empty figure means the default: half of the context, or the
 * target from the settings if that is smaller. A strategy that is triggered by turns has no default size; it keeps at
 * least as many turns as its setting says. If the person is being asked about the compaction, the default is the target
 * of that compaction. `smallest` needs no figure.
 */
export interface Target {
  readonly figure: string;
  readonly unit: TargetUnit;
}

export const TARGET_UNITS = {
  tokens: 'tokens',
  percent: '% of the usable window',
  smallest: 'as small as possible',
} as const;
type TargetUnit = keyof typeof TARGET_UNITS;

export function targetUnitOf(value: unknown): TargetUnit {
  return value === 'percent' || value === 'smallest' ? value : 'tokens';
}

/** A person's choices for a preview. */
export interface PreviewWork {
  readonly strategy: string;
  readonly target: Target;
  readonly instructions: string;
  /** The chosen fates, by the id of the group. */
  readonly wishes: ReadonlyMap<string, ChosenFate>;
  /** The first and the last group that may be compacted; absent if all groups may be compacted. */
  readonly range?: { readonly first: string; readonly last: string } | undefined;
  readonly withoutModel: boolean;
}

/** The preview of a session as the person left it. This state is stored, since a hidden panel's page is destroyed. */
export interface Kept {
  readonly session: string;
  /** Whether the preview is open, even while a message, a comparison or another session is shown instead. */
  readonly isOpen: boolean;
  /** Whether the person is being asked about the previewed compaction. */
  readonly isAsked: boolean;
  readonly work?: PreviewWork | undefined;
}

export const NOTHING_KEPT: Kept = { session: '', isOpen: false, isAsked: false };

/** The maximum length of stored choices, in characters of JSON. Longer choices are not stored. */
const MOST_KEPT = 200_000;

export function newWork(strategy: string): PreviewWork {
  const target = { figure: '', unit: 'tokens' } as const;
  return { strategy, target, instructions: '', wishes: new Map(), withoutModel: false };
}

/** Stores one preview: the preview that the person worked on last, in any session. */
export class KeptPreview extends ViewState<Kept> {
  constructor(store: Store) {
    super(store, { load: loadKept, saved: savedKept });
  }

  of(session: string): Kept {
    return this.now.session === session ? this.now : { ...NOTHING_KEPT, session };
  }

  /**
   * Stores these fields of the session's preview. If another session's preview was stored, drops the choices of that
   * preview. `work: undefined` is needed for this, since `set` keeps each field that it does not get.
   */
  keep(session: string, part: Partial<Kept>): void {
    this.set({ work: undefined, ...this.of(session), ...part });
  }

  /**
   * Opens the preview. If the person is being asked about a compaction whose preview is not open yet, drops the stored
   * choices, since they may have been meant for another compaction.
   */
  open(session: string, isAsked: boolean): void {
    const was = this.of(session);
    const keepsWork = !isAsked || (was.isOpen && was.isAsked);
    this.keep(session, { isOpen: true, isAsked, ...(keepsWork ? {} : { work: undefined }) });
  }

  /** Closes the preview and keeps its choices. */
  leave(session: string): void {
    if (this.of(session).isOpen) this.keep(session, { isOpen: false });
  }

  /** Closes the preview of a session and drops its choices. Does nothing if another session's preview is stored. */
  end(session: string): void {
    if (this.now.session === session) this.keep(session, { isOpen: false, work: undefined });
  }
}

export function savedKept({ work, ...rest }: Kept): unknown {
  if (work === undefined) return rest;
  const saved = { ...work, wishes: [...work.wishes] };
  return JSON.stringify(saved).length > MOST_KEPT ? rest : { ...rest, work: saved };
}

function loadKept({ session, isOpen, isAsked, work }: Fields): Kept {
  if (typeof session !== 'string') return NOTHING_KEPT;
  return { session, isOpen: isOpen === true, isAsked: isAsked === true, work: loadWork(fieldsOf(work)) };
}

function loadWork(work: Fields): PreviewWork | undefined {
  const { strategy, instructions, wishes, withoutModel } = work;
  const { figure, unit } = fieldsOf(work['target']);
  const { first, last } = fieldsOf(work['range']);
  if (typeof strategy !== 'string' || typeof instructions !== 'string' || typeof figure !== 'string')
    return undefined;
  return {
    ...{ strategy, instructions, withoutModel: withoutModel === true },
    target: { figure, unit: targetUnitOf(unit) },
    wishes: new Map(Array.isArray(wishes) ? wishes.filter(isWish) : []),
    ...(typeof first === 'string' && typeof last === 'string' ? { range: { first, last } } : {}),
  };
}

function isWish(entry: unknown): entry is readonly [string, ChosenFate] {
  return (
    Array.isArray(entry) && typeof entry[0] === 'string' && CHOSEN_FATES.some((wish) => wish === entry[1])
  );
}
