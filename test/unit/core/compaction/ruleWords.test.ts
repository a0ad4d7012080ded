import assert from 'node:assert/strict';
import { aimOfRequest } from '../../../../src/core/compaction/decide/aim.ts';
import type { Prepared } from '../../../../src/core/compaction/plan/draft.ts';
import { planCompaction } from '../../../../src/core/compaction/plan/plan.ts';
import { STRATEGIES } from '../../../../src/core/compaction/strategies.ts';
import { withoutText, forgottenIn } from '../../../../src/core/log/forget.ts';
import { atOnce } from '../../../../src/core/steps.ts';
import { accountOf, SessionBuilder, smallSettings } from '../../../support/sessionBuilder.ts';
import { prepare } from '../../../support/planned.ts';

const RULE = 'Never touch session.ts.';
const settings = { ...smallSettings, recordTokens: 400 };
const strategy = STRATEGIES.hybrid;

function prepared(builder: SessionBuilder): Prepared {
  const usableTokens = 2_000;
  const aim = aimOfRequest({ strategy, settings, usableTokens }, {});
  return prepare(
    atOnce(
      planCompaction({
        session: builder.session,
        account: accountOf(),
        strategy,
        settings,
        usableTokens,
        aim,
      }),
    ),
  );
}

const rulesIn = (builder: SessionBuilder): string =>
  /## Rules\n([\s\S]*?)(?=\n## |$)/u.exec(prepared(builder).notes?.text ?? '')?.[1] ?? '';

function saying(text: string): SessionBuilder {
  const builder = new SessionBuilder();
  builder.user(text);
  builder.turns(40, 20);
  return builder;
}

describe('The person’s decision about a rule', () => {
  it('removes a detected rule from the notes of this compaction and the next', () => {
    const builder = saying(RULE);
    assert.equal(rulesIn(builder), `m1: ${RULE}`);
    builder.append({ kind: 'rule', text: RULE, on: false, source: 'm1' });
    assert.equal(rulesIn(builder), '');
    const first = prepared(builder);
    assert.equal(first.draft.receipt.constraintsKept, 0);
    builder.append(first.draft);
    builder.turns(20, 20);
    assert.equal(rulesIn(builder), '');
  });

  it('restores a rule that was struck', () => {
    const builder = saying(RULE);
    builder.append({ kind: 'rule', text: RULE, on: false, source: 'm1' });
    builder.append({ kind: 'rule', text: RULE, on: true, source: 'm1' });
    assert.equal(rulesIn(builder), `m1: ${RULE}`);
  });

  it('adds a rule that is in no message, or turns part of a message into a rule', () => {
    const builder = saying('The lamp at berth 4 is the harbour master’s.');
    builder.append({ kind: 'rule', text: 'Answer in German.', on: true });
    builder.append({ kind: 'rule', text: 'The lamp at berth 4', on: true, source: 'm1' });
    const { notes, draft } = prepared(builder);
    assert.match(notes?.text ?? '', /## Rules\ne\d+: Answer in German\.\nm1: The lamp at berth 4\n/u);
    assert.deepEqual(
      notes?.lines.slice(0, 3).map(({ ids }) => ids),
      [[], [], ['m1']],
    );
    assert.equal(draft.receipt.constraintsInNotes, 2);
  });

  it('is removed when the source message of the rule is forgotten', () => {
    const builder = saying(RULE);
    builder.append({ kind: 'rule', text: RULE, on: true, source: 'm1' });
    const { entries } = builder;
    const left = entries.map((entry) => withoutText(entry, forgottenIn(entries, 'm1')));
    assert.ok(left.every((entry) => entry.kind !== 'rule' || !entry.text.includes('session.ts')));
  });
});
