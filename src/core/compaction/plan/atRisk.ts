import { includedMessages } from '../../context/included.ts';
import { namesOf } from '../../tools/namesOf.ts';
import type { MessageId } from '../../log/entry.ts';
import { sanitized } from '../../text/lines.ts';
import { standingNames } from '../../record/receipt.ts';
import { atOnce } from '../../steps.ts';
import { rulesInSteps, withRuleWords } from '../../record/rules.ts';
import { stateOf } from '../../record/state.ts';
import { workOf } from '../../record/work.ts';
import { contextTexts, type Prepared } from './draft.ts';

/** A fact that would be neither in the context nor in the notes. The original message can still be looked up. */
export interface AtRisk {
  readonly kind: 'rule' | 'decision' | 'file' | 'open task' | 'name';
  readonly text: string;
  /** A folded or shortened message that contains the fact. */
  readonly id: MessageId;
}

/** A name is listed only if at least this number of folded or shortened messages contain it. Ignores tool outputs. */
const LEAST_USES = 2;
/** Matches a single name. Longer pieces of code are not listed, because a person would hardly miss them. */
const NAME = /^[\p{L}\p{N}_$./\\:@#-]+$/u;
/** The maximum number of names to list. */
const MOST_NAMES = 10;

/**
 * Returns the facts of folded or shortened messages that are at risk, beginning with those that a person would miss
 * first: rules, decisions, changed and read files, open tasks, and then names, beginning with the most frequent name.
 */
export function atRisk(prepared: Prepared): readonly AtRisk[] {
  const { plan, draft, context } = prepared;
  const { working, request } = plan;
  const isLeaving = (id: MessageId): boolean => working.folded.has(id) || working.replaced.has(id);
  const leaving = includedMessages(request.session).filter(({ id }) => isLeaving(id));
  const shown = contextTexts(context, draft.replaced, request.session);
  const isShown = (text: string): boolean => shown.some((each) => each.text.includes(text));
  const files = filesAtRisk(leaving, isShown);
  const names = namesAtRisk(leaving, atOnce(standingNames(shown)));
  return [
    ...rulesAtRisk(prepared, leaving, isShown),
    ...files,
    ...openAtRisk(prepared, leaving, isShown),
    ...names.filter((name) => !files.some(({ text }) => text.endsWith(name.text))).slice(0, MOST_NAMES),
  ];
}

/** The messages that the compaction folds or shortens. */
type Leaving = Prepared['plan']['request']['session']['messages'];

/** Returns the rules, followed by the person's decisions. */
function rulesAtRisk(
  { plan: { request } }: Prepared,
  leaving: Leaving,
  isShown: (text: string) => boolean,
): readonly AtRisk[] {
  const { session } = request;
  const all = atOnce(rulesInSteps(leaving, session.messages));
  const found = withRuleWords(all, session.ruleWords).filter(({ id, text }) => {
    const isSaid = leaving.some((message) => message.id === id);
    return isSaid && !isShown(text) && !isShown(sanitized(text));
  });
  const asKind = (kind: 'rule' | 'decision'): readonly AtRisk[] =>
    found
      .filter((rule) => (rule.kind === 'decision') === (kind === 'decision'))
      .map(({ id, text }) => ({ kind, text, id }));
  return [...asKind('rule'), ...asKind('decision')];
}

/**
 * Returns the changed and read files that the new context does not name, changed files first. Searches the context for
 * the base name of each file, because the notes shorten paths.
 */
function filesAtRisk(leaving: Leaving, isShown: (text: string) => boolean): readonly AtRisk[] {
  const { changed, read } = workOf(leaving);
  const touched = [
    ...changed.map(({ path, changes }) => ({ path, ids: changes.at(-1)?.ids ?? [] })).reverse(),
    ...read.map(({ path, ids }) => ({ path, ids })).reverse(),
  ];
  return touched.flatMap(({ path, ids }) => {
    const id = ids.at(-1);
    const base = path.replace(/^.*[/\\]/u, '');
    return id === undefined || isShown(base) ? [] : [{ kind: 'file' as const, text: path, id }];
  });
}

/**
 * Returns the open steps of the newest to-do plan in the `leaving` messages, except steps that the new context shows.
 * Empty if a newer to-do plan stays in the context, or if the to-do plan no longer counts as current (`stateOf`).
 */
function openAtRisk(
  { plan: { working, request } }: Prepared,
  leaving: Leaving,
  isShown: (text: string) => boolean,
): readonly AtRisk[] {
  const left = new Set(leaving.map(({ id }) => id));
  const later = request.session.messages.filter(({ id }) => !left.has(id) && !working.initial.isFolded(id));
  const { plan } = stateOf(leaving, later);
  if (plan === undefined) return [];
  return plan.items
    .filter(({ state, text }) => state !== 'done' && !isShown(text.trim()))
    .map(({ text }) => ({ kind: 'open task' as const, text, id: plan.id }));
}

function namesAtRisk(leaving: Leaving, standing: ReadonlySet<string>): readonly AtRisk[] {
  const names = new Map<string, { id: MessageId; uses: number }>();
  for (const { id, message } of leaving) {
    if (message.role === 'tool') continue;
    for (const name of namesOf(message))
      if (!standing.has(name)) names.set(name, { id, uses: (names.get(name)?.uses ?? 0) + 1 });
  }
  return [...names]
    .filter(([name, { uses }]) => uses >= LEAST_USES && NAME.test(name))
    .sort(([, a], [, b]) => b.uses - a.uses)
    .map(([text, { id }]) => ({ kind: 'name' as const, text, id }));
}
