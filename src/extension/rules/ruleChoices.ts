import type { Draft } from '../../core/log/entry.ts';
import type { RuleEntry } from '../../core/log/ruleEntry.ts';
import type { Session } from '../../core/log/session.ts';
import { rulesOf, withRuleWords } from '../../core/record/rules.ts';

/** A rule that the person can strike, or a struck rule that the person can restore. */
export interface RuleChoice {
  readonly label: string;
  readonly description: string;
  /** The entry that strikes or restores the rule. So its `on` is false while the rule is in force. */
  readonly draft: Draft<RuleEntry>;
}

/** Returns the rules that are in force, followed by the struck ones. Both lists are newest first. */
export function ruleChoices(session: Session): readonly RuleChoice[] {
  const holding = withRuleWords(rulesOf(session.messages), session.ruleWords);
  const struck = [...session.ruleWords.values()].filter(({ on }) => !on);
  return [
    ...holding.toReversed().map(({ id, text }) => choice(text, id, false)),
    ...struck.toReversed().map(({ id, text, source = id }) => choice(text, source, true)),
  ];
}

function choice(text: string, id: string, on: boolean): RuleChoice {
  const source = id.startsWith('m') ? { source: id } : {};
  return {
    label: text.replaceAll(/\s+/gu, ' '),
    description: [
      id.startsWith('m') ? id : 'added by you',
      ...(on ? ['removed: select to restore'] : []),
    ].join(' · '),
    draft: { kind: 'rule', text, on, ...source },
  };
}

/**
 * Returns the entry for a rule that the person typed, with its text on one line. Returns undefined if the text is
 * empty.
 */
export function addedRule(typed: string): Draft<RuleEntry> | undefined {
  const text = typed.replaceAll(/\s+/gu, ' ').trim();
  return text === '' ? undefined : { kind: 'rule', text, on: true };
}
