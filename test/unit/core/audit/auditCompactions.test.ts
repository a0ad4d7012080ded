import assert from 'node:assert/strict';
import { auditCompactions, type CompactionAudit } from '../../../../src/core/audit/auditCompactions.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { assistant, call, person, result, sessionOf } from '../record/sessionOf.ts';
import { PLANTED, type PlantedFact } from './plantedFacts.ts';

const FILLER = [
  'The user is working on a shop written in TypeScript with a Postgres database and a small Go service.',
  'Summary of the conversation: the checkout page was reviewed, and several tests were looked at.',
  'Next steps: go on with the checkout page, then look at the mail templates and the search page.',
];

function summary(...lines: readonly string[]): Message {
  const text = lines.join('\n');
  return { role: 'user', parts: [{ type: 'text', text, origin: 'client', label: 'foreign-summary' }] };
}

/**
 * Returns the audit of a session with all planted facts. The summary in the session states the `summarized` facts in
 * other words.
 */
function audited(summarized: readonly PlantedFact[]): CompactionAudit {
  const before = PLANTED.flatMap((fact, index) => messagesOf(fact, index));
  const messages = sessionOf(
    ...before,
    summary(...FILLER, ...summarized.map(({ inOtherWords }) => `- ${inOtherWords}`)),
    assistant('I go on.'),
  );
  const [audit] = auditCompactions(messages, [{ id: `m${String(before.length + 1)}`, keptMessages: 0 }]);
  assert.ok(audit);
  return audit;
}

function messagesOf({ kind, line, why = '' }: PlantedFact, index: number): readonly Message[] {
  const id = `c${String(index)}`;
  const fields = { path: line, old_string: 'a', new_string: 'b' };
  switch (kind) {
    case 'rule':
      return [person(line), assistant('Understood.')];
    case 'decision':
      return [person('Which one is it?'), assistant(line)];
    case 'file':
      return [call(id, 'edit', fields), result(id, 'edit', 'The file was changed.')];
    case 'failure':
      return [call(id, 'bash', { command: line }), result(id, 'bash', why, 1)];
  }
}

const odd = PLANTED.filter((_, index) => index % 2 === 1);
const even = PLANTED.filter((_, index) => index % 2 === 0);

/** Returns the facts that an audit names as lost. */
function named(facts: readonly PlantedFact[], { lost }: CompactionAudit): readonly string[] {
  return facts
    .map(({ line }) => line)
    .filter((line) => lost.some((fact) => fact.line === line || fact.line.startsWith(`${line} → `)));
}

describe('The audit of another agent’s compactions', () => {
  it('finds all 40 facts planted in the messages before the compaction', () => {
    const { stood } = audited([]);
    assert.equal(PLANTED.length, 40);
    assert.deepEqual(stood, { rule: 16, decision: 8, file: 8, failure: 8 });
  });

  it('reports at least 36 of 40 planted losses', () => {
    const found = [...named(even, audited(odd)), ...named(odd, audited(even))];
    const missed = PLANTED.map(({ line }) => line).filter((line) => !found.includes(line));
    assert.ok(found.length >= 36, missed.join('\n'));
  });

  it('reports at most 4 of 40 facts that the summary has in other words', () => {
    const wrong = [...named(odd, audited(odd)), ...named(even, audited(even))];
    assert.ok(wrong.length <= 4, wrong.join('\n'));
  });

  const RULE = 'Never push to the release branch.';
  const talk = [person(RULE), assistant('Understood.'), person('Go on.'), assistant('Done.')];

  function lostOf(messages: readonly Message[], at: number, keptMessages = 0): readonly string[] {
    const [audit] = auditCompactions(sessionOf(...messages), [{ id: `m${String(at)}`, keptMessages }]);
    return audit?.lost.map(({ address, line }) => `${address} ${line}`) ?? [];
  }

  it('reports facts that are neither in the summary nor in the kept messages', () => {
    const messages = [...talk, summary('The user is busy.'), assistant('Yes.')];
    assert.deepEqual(lostOf(messages, 5), [`m1:1 ${RULE}`]);
    assert.deepEqual(lostOf(messages, 5, 4), []);
  });

  it('reports a rule with only one meaningful word, unless the summary contains this word', () => {
    const lostAfter = (...lines: readonly string[]): readonly string[] =>
      lostOf([person('Never push.'), assistant('Understood.'), summary(...lines)], 3);
    assert.deepEqual(lostAfter('The user is busy.'), ['m1:1 Never push.']);
    assert.deepEqual(lostAfter('The user is busy.', 'They will push by themselves.'), []);
  });

  it('counts instructions as kept, and also text right after the summary', () => {
    const client = (label: string): Message => ({
      role: 'user',
      parts: [{ type: 'text', text: RULE, origin: 'client', label }],
    });
    assert.deepEqual(lostOf([...talk, summary('Busy.'), client('hook'), assistant('Yes.')], 5), []);
    assert.deepEqual(lostOf([client('instructions'), ...talk, summary('Busy.')], 6), []);
    assert.equal(lostOf([...talk, summary('Busy.'), assistant('Yes.'), client('hook')], 5).length, 1);
  });

  it('counts the person’s newest messages as kept up to the agent’s limit of characters', () => {
    const messages = sessionOf(...talk, summary('Busy.'));
    const of = (keptPersonCharacters: number): number | undefined =>
      auditCompactions(messages, [{ id: 'm5', keptMessages: 0, keptPersonCharacters }])[0]?.lost.length;
    assert.deepEqual([of(1), of(1_000)], [1, 0]);
  });

  it('reports a fact at the first compaction that lost the fact, and again only if the person repeated the fact', () => {
    const messages = [
      ...[person(RULE), assistant('Yes.'), summary('Busy.'), assistant('Yes.')],
      ...[summary('Still busy.'), assistant('Yes.')],
      ...[person(RULE), assistant('Yes.'), summary('Busy again.')],
    ];
    const audits = auditCompactions(
      sessionOf(...messages),
      ['m3', 'm5', 'm9'].map((id) => ({ id, keptMessages: 0 })),
    );
    assert.deepEqual(
      audits.map(({ lost }) => lost.map(({ address }) => address)),
      [['m1:1'], [], ['m7:1']],
    );
  });

  it('does not report a deleted file or a fixed failure', () => {
    const edit = (id: string, path: string): readonly Message[] => [
      call(id, 'edit', { path, old_string: 'a', new_string: 'b' }),
      result(id, 'edit', 'Changed.'),
    ];
    const run = (id: string, command: string, text: string, code: number): readonly Message[] => [
      call(id, 'bash', { command }),
      result(id, 'bash', text, code),
    ];
    const messages = [
      ...edit('1', '/app/cart/index.ts'),
      ...edit('2', '/app/mail/index.ts'),
      ...edit('3', '/app/old/prices.ts'),
      ...run('4', 'rm old/prices.ts', '', 0),
      ...run('5', 'npm run lint', 'error: unused variable total', 1),
      ...run('6', 'npm run lint', '0 errors', 0),
      summary('The index.ts of the cart was changed.'),
    ];
    assert.deepEqual(lostOf(messages, 13), ['m3:1 /app/mail/index.ts']);
  });
});
