import { shownTokensOf } from '../../core/context/gauge.ts';
import type { Draft } from '../../core/log/entry.ts';
import type { RuleEntry } from '../../core/log/ruleEntry.ts';
import type { Memory } from '../../core/ports.ts';
import type { Handlers } from '../../shared/protocol.ts';
import type { RulesReplies, RulesRequest, RulesView } from '../../shared/rulesView.ts';
import { addedRule } from './ruleChoices.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import type { ViewParts } from '../parts.ts';
import { ViewError } from '../webviews/describeError.ts';
import { rulesView } from './rulesView.ts';

type Memories = Pick<ViewParts['memories'], 'list' | 'edit' | 'delete'>;

/**
 * Returns the handlers of requests about rules, for the session that a view shows. An edit strikes the old words and
 * adds the new ones, so that the log has both. If the rule is a memory, the memory itself is edited or deleted.
 */
export function rulesHandlers(
  current: () => OpenSession,
  memories: Memories,
): Handlers<RulesRequest, RulesReplies> {
  const read = (): RulesView => {
    const { live, conversation } = current();
    const { session, account } = live;
    const { usableTokens } = conversation.request.window();
    const shown = shownTokensOf(live.entries);
    return rulesView({ session, account, usableTokens, memories: memories.list(), shown });
  };
  const append = async (...drafts: readonly Draft<RuleEntry>[]): Promise<void> => {
    const { live } = current();
    for (const draft of drafts) await live.append(draft);
  };
  return {
    readRules: read,
    addRule: async ({ text }) => {
      await append(ruleOf(text));
      return read();
    },
    setRule: async ({ text, on, memory }) => {
      if (memory === undefined) await append({ kind: 'rule', text, on, ...sourceOf(text, read()) });
      else await memories.delete(foundMemory(memory, memories), current().live);
      return read();
    },
    editRule: async ({ text, to, memory }) => {
      const rule = ruleOf(to);
      const source = sourceOf(text, read());
      if (memory !== undefined) await memories.edit(foundMemory(memory, memories), rule.text, current().live);
      else if (rule.text !== text)
        await append({ kind: 'rule', text, on: false, ...source }, { ...rule, ...source });
      return read();
    },
  };
}

function ruleOf(typed: string): Draft<RuleEntry> {
  const rule = addedRule(typed);
  if (rule === undefined) throw new ViewError('Enter the words of the rule, or remove the rule.');
  return rule;
}

/** Returns the message that a rule comes from, so that a changed rule still links to this message. */
function sourceOf(text: string, { rules }: RulesView): { readonly source?: string } {
  const message = rules.find((rule) => rule.text === text && rule.memory === undefined)?.message;
  return message === undefined ? {} : { source: message };
}

/** Returns the memory that a view names. Throws ViewError if the memory no longer exists. */
export function foundMemory(id: string, memories: Pick<Memories, 'list'>): Memory {
  const memory = memories.list().find((each) => each.id === id);
  if (memory === undefined) throw new ViewError('This memory no longer exists.');
  return memory;
}
