import assert from 'node:assert/strict';
import { rulesInSteps, rulesOf } from '../../../../src/core/record/rules.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { assistant, call, person, result, sessionOf } from './sessionOf.ts';

describe('the person’s rules', () => {
  const RULE = 'Never touch session.ts.';
  const kind = 'constraint';
  const reading = [call('c1', 'read', { path: 'AGENTS.md' }), result('c1', 'read', `# Rules\n${RULE}\n`)];

  it('are listed once each, with the id of the last message that contains the rule', () => {
    const messages = sessionOf(person(RULE), assistant('Yes.'), person(`Again: don't rename it. ${RULE}`));
    assert.deepEqual(rulesOf(messages), [
      { id: 'm3', text: "Again: don't rename it.", kind },
      { id: 'm3', text: RULE, kind },
    ]);
  });

  it('are cached for the same list of messages', () => {
    const messages = sessionOf(person(RULE));
    assert.equal(rulesOf(messages), rulesOf(messages));
    assert.notEqual(rulesOf(messages), rulesOf([...messages]));
  });

  it('exclude text that the person pasted from an earlier tool result', () => {
    const messages = sessionOf(...reading, person(`${RULE}\nDon't rename it.`));
    assert.deepEqual(rulesOf(messages), [{ id: 'm3', text: "Don't rename it.", kind }]);
  });

  it('exclude text pasted from a result of the session, even if only messages after the result are searched for rules', () => {
    const session = sessionOf(...reading, person(`${RULE}\nDon't rename it.`));
    const rules = atOnce(rulesInSteps(session.slice(2), session));
    assert.deepEqual(rules, [{ id: 'm3', text: "Don't rename it.", kind }]);
  });

  it('include text that a later tool result repeats', () => {
    assert.deepEqual(rulesOf(sessionOf(person(RULE), ...reading)), [{ id: 'm1', text: RULE, kind }]);
  });
});
