import { factsOfAll } from '../context/facts.ts';
import type { MessageId } from '../log/entry.ts';
import { contained } from '../text/lines.ts';
import { namesOf } from '../record/receipt.ts';
import { rulesOf, withRuleWords } from '../record/rules.ts';
import { shownText, type Prepared } from './draft.ts';

/** What would stand neither in the context nor in its notes; the original can still be looked up. */
export interface AtRisk {
  readonly kind: 'rule' | 'name';
  readonly text: string;
  /** The newest message that would go and that says it. */
  readonly id: MessageId;
}

/** Rules first, then names, those first that most of the messages use. Of what this compaction lets go, not of earlier ones. */
export function atRisk({ plan: { working, request }, draft, context }: Prepared): readonly AtRisk[] {
  const { session, facts: known } = request;
  const going = session.messages.filter(({ id }) => working.folded.has(id) || working.replaced.has(id));
  const shown = context.map((item) => shownText(item, draft.replaced));
  const stands = namesOf(shown, known);
  const rules = withRuleWords(rulesOf(going, known), session.ruleWords).filter(({ id, text }) => {
    const isSaid = going.some((message) => message.id === id);
    return isSaid && !shown.some((each) => each.text.includes(text) || each.text.includes(contained(text)));
  });
  const names = new Map<string, { id: MessageId; uses: number }>();
  factsOfAll(going, known).forEach((facts, index) => {
    for (const name of new Set(facts.names)) {
      if (!stands.has(name))
        names.set(name, { id: going[index]?.id ?? '', uses: (names.get(name)?.uses ?? 0) + 1 });
    }
  });
  const byUse = [...names].sort(([, a], [, b]) => b.uses - a.uses);
  return [
    ...rules.map(({ id, text }) => ({ kind: 'rule' as const, text, id })),
    ...byUse.map(([text, { id }]) => ({ kind: 'name' as const, text, id })),
  ];
}
