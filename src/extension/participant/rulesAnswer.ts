import { ruleChoices, type RuleChoice } from '../rules/ruleChoices.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { asSaid, bullets, messageLink, type Answer } from './answer.ts';

/** The rules that hold in a session, each with where it was said, and those that were struck. */
export function rulesAnswer({ id, live }: Pick<OpenSession, 'id' | 'live'>): Answer {
  const choices = ruleChoices(live.session);
  const add = { title: 'Add Rule…', command: 'longthread.addRule' };
  if (choices.length === 0)
    return {
      markdown:
        'No rule was found in this session. What you say with words such as “never” and “always” becomes one; you can add others.',
      buttons: [add],
    };
  const line = ({ label, draft: { source } }: RuleChoice): string =>
    `“${asSaid(label)}” ${source === undefined ? '(added by you)' : messageLink(id, source)}`;
  const holding = choices.filter(({ draft }) => !draft.on);
  const struck = choices.filter(({ draft }) => draft.on);
  return {
    markdown: [
      ...(holding.length === 0
        ? ['No rule holds.']
        : ['These hold, word for word in the notes, newest first:', bullets(holding.map(line))]),
      ...(struck.length === 0 ? [] : ['Struck by you:', bullets(struck.map(line))]),
    ].join('\n\n'),
    buttons: [{ title: 'Strike Rule…', command: 'longthread.strikeRule' }, add],
  };
}
