import assert from 'node:assert/strict';
import { addedRule, ruleChoices } from '../../../../src/extension/rules/ruleChoices.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

describe('The choices for striking a rule', () => {
  const said = (): SessionBuilder => {
    const builder = new SessionBuilder();
    builder.user('Never touch session.ts.');
    builder.user("Don't rename the lamp.");
    return builder;
  };
  const labels = (builder: SessionBuilder): readonly string[] =>
    ruleChoices(builder.session).map(({ label, description }) => `${label} (${description})`);

  it('are the rules in force, newest first', () => {
    assert.deepEqual(labels(said()), ["Don't rename the lamp. (m2)", 'Never touch session.ts. (m1)']);
    assert.deepEqual(ruleChoices(said().session)[1]?.draft, {
      kind: 'rule',
      text: 'Never touch session.ts.',
      on: false,
      source: 'm1',
    });
  });

  it('include struck rules, which the person can restore', () => {
    const builder = said();
    const [, first] = ruleChoices(builder.session);
    if (first) builder.append(first.draft);
    assert.deepEqual(labels(builder), [
      "Don't rename the lamp. (m2)",
      'Never touch session.ts. (m1 · removed: select to restore)',
    ]);
    const again = ruleChoices(builder.session)[1];
    if (again) builder.append(again.draft);
    assert.deepEqual(labels(builder), labels(said()));
  });

  it('include rules added by the person', () => {
    const builder = said();
    const rule = addedRule(' Answer\n in German. ');
    if (rule) builder.append(rule);
    assert.equal(labels(builder)[0], 'Answer in German. (added by you)');
    assert.deepEqual(ruleChoices(builder.session)[0]?.draft, {
      kind: 'rule',
      text: 'Answer in German.',
      on: false,
    });
    assert.equal(addedRule(' \n'), undefined);
  });
});
