import assert from 'node:assert/strict';
import { auditCompactions } from '../../../../src/core/audit/auditCompactions.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { call, person, result, sessionOf } from '../record/sessionOf.ts';

const QUESTION = 'Where should prices be rounded?';

function asked(tool: string, fields: object, said: string): readonly Message[] {
  return [call('q', tool, fields), result('q', tool, said)];
}

const claude = (question: string, answer: string): readonly Message[] =>
  asked(
    'AskUserQuestion',
    { questions: [{ question, options: [{ label: answer }] }] },
    `User has answered your questions: "${question}"="${answer}". You can now continue with the user's answers in mind.`,
  );

/** Returns the decisions that the audit names as lost after a summary. */
function lost(work: readonly Message[], told: string): readonly string[] {
  const summary: Message = {
    role: 'user',
    parts: [{ type: 'text', text: told, origin: 'client', label: 'foreign-summary' }],
  };
  const messages = sessionOf(...work, summary);
  const [audit] = auditCompactions(messages, [{ id: `m${String(messages.length)}`, keptMessages: 0 }]);
  assert.ok(audit);
  return audit.lost
    .filter(({ kind }) => kind === 'decision')
    .map(({ address, line }) => `${address} ${line}`);
}

describe('In an audit, a person’s answer to a tool’s question', () => {
  it('counts as a decision, whichever agent’s tool asked the question', () => {
    const own = [
      ...asked('ask_user', { question: QUESTION }, 'The person answers in the next message.'),
      person('In the database'),
    ];
    for (const [work, address] of [
      [claude(QUESTION, 'In the database'), 'm2:1'],
      [own, 'm3:1'],
      [asked('ask_followup_question', { question: QUESTION }, '<answer>\nIn the database\n</answer>'), 'm2'],
      [asked('askQuestions', { question: QUESTION }, '{"answers":{"1":["In the database"]}}'), 'm2:1'],
    ] as const)
      assert.deepEqual(
        lost(work, 'The shop was worked on.').map((line) => line.replace(/^m2:2/u, 'm2')),
        [`${address} ${QUESTION} → In the database`],
        JSON.stringify(work),
      );
  });

  it('is found if the summary repeats the answer in other words, but not if the summary repeats only the question', () => {
    assert.deepEqual(lost(claude(QUESTION, 'In the database'), 'Prices get rounded by the database.'), []);
    assert.equal(
      lost(claude(QUESTION, 'In the database'), 'It was asked where prices are rounded.').length,
      1,
    );
  });

  it('is also found in a summary that contains the answer’s words but not the question', () => {
    const question =
      'Where should prices of a whole cart be rounded before taxes, discounts and shipping apply?';
    assert.deepEqual(lost(claude(question, 'Postgres ledger'), 'The Postgres ledger does it.'), []);
  });

  it('is reported with the question, and bold marks are removed', () => {
    const work = claude('Where should **prices** be rounded?', 'In the database');
    assert.deepEqual(lost(work, 'The shop was worked on.'), [`m2:1 ${QUESTION} → In the database`]);
  });

  it('does not count as a decision if the answer decides nothing, says too little to search for, or is too long', () => {
    for (const work of [
      claude(QUESTION, 'What would the database round to?'),
      claude('Are you ready to proceed?', 'Yes, with the database'),
      claude(QUESTION, 'Yes'),
      claude(QUESTION, 'You decide / discuss'),
      claude(QUESTION, `In the database, ${'as its ledger is slow '.repeat(20)}`),
      claude(QUESTION, 'Both (Recommended)'),
      asked(
        'AskUserQuestion',
        { questions: [{ question: QUESTION }] },
        "The user doesn't want to proceed with this tool use.",
      ),
    ])
      assert.deepEqual(lost(work, 'The shop was worked on.'), [], JSON.stringify(work));
  });
});
