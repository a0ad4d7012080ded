import type { Handlers } from '../../../src/shared/protocol.ts';
import type { RulesReplies, RulesRequest, RulesView, RuleView } from '../../../src/shared/rulesView.ts';

const rules: readonly RuleView[] = [
  {
    text: 'Never touch `stations.json`, it is generated.',
    from: 'said',
    isStruck: false,
    tokens: 11,
    message: 'm1',
  },
  { text: 'We agreed on one file per station.', from: 'decided', isStruck: false, tokens: 8, message: 'm3' },
  { text: 'Heights are metres, never feet.', from: 'added', isStruck: false, tokens: 8 },
  { text: 'the hour that the clock skips', from: 'kept', isStruck: false, tokens: 6, message: 'm2' },
  { text: 'Commit after each test.', from: 'remembered', isStruck: false, tokens: 5, memory: 'y1' },
  { text: 'Answer in German.', from: 'added', isStruck: true, tokens: 4 },
];

/** Handles requests about the rules of the made-up day, and changes the rules as the extension would. */
export function fakeRules(): Handlers<RulesRequest, RulesReplies> {
  let now = rules;
  const read = (): RulesView => ({
    rules: now,
    tokens: now.reduce((sum, { isStruck, tokens }) => sum + (isStruck ? 0 : tokens), 0),
    ...(now.some(({ text }) => text.includes('long'))
      ? {
          warning:
            'Your rules take 50k tokens, 28 % of the room in a request. Remove rules that no longer apply, or shorten them.',
        }
      : {}),
  });
  const changed = (text: string, change: (rule: RuleView) => RuleView): RulesView => {
    now = now.map((rule) => (rule.text === text ? change(rule) : rule));
    return read();
  };
  return {
    readRules: read,
    addRule: ({ text }) => {
      now = [{ text, from: 'added', isStruck: false, tokens: 4 }, ...now];
      return read();
    },
    setRule: ({ text, on }) => changed(text, (rule) => ({ ...rule, isStruck: !on })),
    editRule: ({ text, to }) => changed(text, (rule) => ({ ...rule, text: to })),
  };
}
