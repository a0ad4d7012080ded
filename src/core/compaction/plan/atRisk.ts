import { namesOf } from '../../tools/namesOf.ts';
import type { MessageId } from '../../log/entry.ts';
import { contained } from '../../text/lines.ts';
import { standingNames } from '../../record/receipt.ts';
import { atOnce } from '../../steps.ts';
import { rulesOf, withRuleWords } from '../../record/rules.ts';
import { stateOf } from '../../record/state.ts';
import { workOf } from '../../record/work.ts';
import { shownTexts, type Prepared } from './draft.ts';

/** A fact that would be neither in the context nor in its notes; the original can still be looked up. */
export interface AtRisk {
  readonly kind: 'rule' | 'decision' | 'file' | 'open work' | 'name';
  readonly text: string;
  /** The newest removed message that contains it. */
  readonly id: MessageId;
}

/** Names are listed only if they occur in this many messages, and not only in outputs. */
const LEAST_USES = 2;
/** Matches a name; a longer piece of code is nothing that a person would miss. */
const NAME = /^[\p{L}\p{N}_$./\\:@#-]+$/u;
/** The most names to list. */
const MOST_NAMES = 10;

/**
 * Returns what a person would miss first among the removed facts: rules, decisions, changed and read files, open work,
 * and then names, the most used first.
 */
export function atRisk(prepared: Prepared): readonly AtRisk[] {
  const { plan, draft, context } = prepared;
  const { working, request } = plan;
  const isGoing = (id: MessageId): boolean => working.folded.has(id) || working.replaced.has(id);
  const going = request.session.messages.filter(({ id }) => isGoing(id));
  const shown = shownTexts(context, draft.replaced, request.session);
  const stands = (text: string): boolean => shown.some((each) => each.text.includes(text));
  const files = filesAtRisk(going, stands);
  const names = namesAtRisk(going, atOnce(standingNames(shown)));
  return [
    ...standingAtRisk(prepared, going, stands),
    ...files,
    ...openAtRisk(prepared, going, stands),
    ...names.filter((name) => !files.some(({ text }) => text.endsWith(name.text))).slice(0, MOST_NAMES),
  ];
}

type Going = Prepared['plan']['request']['session']['messages'];

/** Returns the rules, followed by the person's decisions. */
function standingAtRisk(
  { plan: { request } }: Prepared,
  going: Going,
  stands: (text: string) => boolean,
): readonly AtRisk[] {
  const { session } = request;
  const found = withRuleWords(rulesOf(going), session.ruleWords).filter(({ id, text }) => {
    const isSaid = going.some((message) => message.id === id);
    return isSaid && !stands(text) && !stands(contained(text));
  });
  const asKind = (kind: 'rule' | 'decision'): readonly AtRisk[] =>
    found
      .filter((rule) => (rule.kind === 'decision') === (kind === 'decision'))
      .map(({ id, text }) => ({ kind, text, id }));
  return [...asKind('rule'), ...asKind('decision')];
}

/** Returns the files that were worked on, changed ones first. The notes name files without their common folder. */
function filesAtRisk(going: Going, stands: (text: string) => boolean): readonly AtRisk[] {
  const { changed, read } = workOf(going);
  const touched = [
    ...changed.map(({ path, changes }) => ({ path, ids: changes.at(-1)?.ids ?? [] })).reverse(),
    ...read.map(({ path, ids }) => ({ path, ids })).reverse(),
  ];
  return touched.flatMap(({ path, ids }) => {
    const id = ids.at(-1);
    const base = path.replace(/^.*[/\\]/u, '');
    return id === undefined || stands(base) ? [] : [{ kind: 'file' as const, text: path, id }];
  });
}

/** Returns the open steps of the newest plan, unless a newer plan stays. */
function openAtRisk(
  { plan: { working, request } }: Prepared,
  going: Going,
  stands: (text: string) => boolean,
): readonly AtRisk[] {
  const left = new Set(going.map(({ id }) => id));
  const later = request.session.messages.filter(({ id }) => !left.has(id) && !working.frame.isFolded(id));
  const { plan } = stateOf(going, later);
  if (plan === undefined) return [];
  return plan.items
    .filter(({ state, text }) => state !== 'done' && !stands(text.trim()))
    .map(({ text }) => ({ kind: 'open work' as const, text, id: plan.id }));
}

function namesAtRisk(going: Going, standing: ReadonlySet<string>): readonly AtRisk[] {
  const names = new Map<string, { id: MessageId; uses: number }>();
  for (const { id, message } of going) {
    if (message.role === 'tool') continue;
    for (const name of namesOf(message))
      if (!standing.has(name)) names.set(name, { id, uses: (names.get(name)?.uses ?? 0) + 1 });
  }
  return [...names]
    .filter(([name, { uses }]) => uses >= LEAST_USES && NAME.test(name))
    .sort(([, a], [, b]) => b.uses - a.uses)
    .map(([text, { id }]) => ({ kind: 'name' as const, text, id }));
}
