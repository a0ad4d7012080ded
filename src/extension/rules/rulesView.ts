import { asCounted, type ShownTokens } from '../../core/context/gauge.ts';
import { rulesOf, withRuleWords } from '../../core/record/rules.ts';
import type { Memory } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { formatPercent, formatTokenCount } from '../../shared/format.ts';
import type { RulesView, RuleView } from '../../shared/rulesView.ts';

/**
 * If the rules take up more than this share of the window, the person is warned that little room is left for the work.
 */
const MOST_SHARE = 0.25;

interface RulesViewInput extends Pick<LiveSession, 'session' | 'account'> {
  readonly usableTokens: number;
  readonly memories: readonly Memory[];
  readonly shown?: ShownTokens;
}

/**
 * Returns all rules with their tokens: rules that were found in this session's messages, rules that the person typed or
 * took from a message with “Keep as Rule”, rules that the workspace remembers, and struck rules.
 */
export function rulesView(input: RulesViewInput): RulesView {
  const { session, account, usableTokens, memories, shown = asCounted } = input;
  const found = rulesOf(session.messages);
  const kinds = new Map(found.map(({ text, kind }) => [text, kind]));
  const view = (text: string, rest: Omit<RuleView, 'text' | 'tokens'>): RuleView => ({
    text,
    tokens: shown(account.ofText(text)),
    ...rest,
  });
  const fromSession = (text: string, id: string, isStruck: boolean): RuleView => {
    if (kinds.has(text)) {
      const from = kinds.get(text) === 'decision' ? 'decided' : 'said';
      return view(text, { from, isStruck, message: id });
    }
    return isMessage(id)
      ? view(text, { from: 'kept', isStruck, message: id })
      : view(text, { from: 'added', isStruck });
  };
  const holding = withRuleWords(found, session.ruleWords);
  const struck = [...session.ruleWords.values()].filter(({ on }) => !on);
  const own = holding.toReversed().map(({ id, text }) => fromSession(text, id, false));
  const known = new Set(own.map(({ text }) => text));
  const rules = [
    ...own,
    ...memories
      .filter(({ type, text }) => type === 'preference' && !known.has(text))
      .map(({ id, text }) => view(text, { from: 'remembered', isStruck: false, memory: id })),
    ...struck.toReversed().map(({ id, text, source = id }) => fromSession(text, source, true)),
  ];
  const tokens = rules.reduce((sum, rule) => sum + (rule.isStruck ? 0 : rule.tokens), 0);
  const share = tokens / Math.max(1, usableTokens);
  return { rules, tokens, ...(share > MOST_SHARE ? { warning: tooMuch(tokens, share) } : {}) };
}

function isMessage(id: string): boolean {
  return id.startsWith('m');
}

function tooMuch(tokens: number, share: number): string {
  return (
    `Your rules take ${formatTokenCount(tokens)}, ${formatPercent(share)} of the room in a request. ` +
    'Remove rules that no longer apply, or shorten them.'
  );
}
