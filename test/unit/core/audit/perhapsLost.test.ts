import assert from 'node:assert/strict';
import { auditCompactions } from '../../../../src/core/audit/auditCompactions.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { assistant, call, person, result, sessionOf } from '../record/sessionOf.ts';

function summary(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text, origin: 'client', label: 'foreign-summary' }] };
}

/** Returns the lost lines and the perhaps lost lines for each summary among the messages. */
function audited(messages: readonly Message[]): readonly (readonly [readonly string[], readonly string[]])[] {
  const session = sessionOf(...messages);
  const compactions = session.flatMap(({ id, message }) =>
    message.role === 'user' &&
    message.parts.some((part) => part.type === 'text' && part.label === 'foreign-summary')
      ? [{ id, keptMessages: 0 }]
      : [],
  );
  return auditCompactions(session, compactions).map(({ lost, perhapsLost }) => [
    lost.map(({ line }) => line),
    perhapsLost.map(({ line }) => line),
  ]);
}

const BUSY = 'The mail page of the shop was looked at.';

/** Returns whether a sentence of the person's is lost, perhaps lost, or kept. */
function fateOf(sentence: string, told = BUSY): 'lost' | 'perhaps' | 'kept' {
  const [[lost, perhaps] = [[], []]] = audited([person(sentence), assistant('Yes.'), summary(told)]);
  assert.ok(lost.length + perhaps.length <= 1);
  return lost.length > 0 ? 'lost' : perhaps.length > 0 ? 'perhaps' : 'kept';
}

const RULE = 'Never rename the invoice columns of customers in Norway or Sweden without asking accounting.';

describe('The “perhaps lost” facts of an audit', () => {
  it('include a sentence that may have held only when it was said, or that refers to the text around it and has fewer than six meaningful words', () => {
    for (const sentence of [
      "Don't give it a number.",
      "Also don't use them in the invoice columns.",
      'Never do that in the invoice columns.',
      "These columns must never be renamed for the accountants' export.",
      "Don't rename invoice columns of customers in Norway or Sweden yet.",
      'Yes, never rename the invoice columns.',
      "Let's keep the invoice columns there.",
    ])
      assert.equal(fateOf(sentence), 'perhaps', sentence);
    for (const sentence of [
      "Don't give it a number, and leave date, status and author out of the file.",
      'Never rename the invoice columns in this repo.',
      'From now on never rename invoice columns.',
      "Don't rename the invoice columns, accounting depends on them.",
      'Always write migrations that can be rolled back.',
      'There must never be renamed invoice columns.',
      "Good, but don't rename invoice columns, accounting reads them.",
    ])
      assert.equal(fateOf(sentence), 'lost', sentence);
  });

  it('include a sentence if the summary contains a large enough part of the sentence', () => {
    const RULE =
      'Never rename the invoice columns of customers in Norway or Sweden without asking accounting.';
    assert.equal(fateOf(RULE), 'lost');
    const more = Array.from({ length: 30 }, (_, at) => `Page ${String(at)} was looked at.`).join('\n\n');
    const among = (told: string): string => `${BUSY}\n\n${more}\n\n${told}`;
    assert.equal(fateOf(RULE, among('The customers in Norway got an invoice.')), 'perhaps');
    assert.equal(fateOf(RULE, among('The customers in Norway were migrated.')), 'lost');
    const short = 'Never rename the invoice page of Norway, ask accounting.';
    assert.equal(fateOf(short, among('The page of Norway was migrated.')), 'perhaps');
    const scattered = ['Invoice', 'Columns', 'Customers', 'Norway', 'Sweden', 'Accounting'];
    assert.equal(fateOf(RULE, scattered.map((word) => `${word} was read.`).join('\n\n\n')), 'perhaps');
    assert.equal(fateOf(RULE, 'The invoice columns of customers in Norway or Sweden stay.'), 'kept');
  });

  it('include a choice that the assistant announces in a message with a tool call', () => {
    const beside = (text: string): readonly Message[] => [
      {
        role: 'assistant',
        parts: [{ type: 'text', text }, ...partsOf(call('c1', 'read', { path: 'a.ts' }))],
      },
      result('c1', 'read', 'export {};'),
      summary(BUSY),
    ];
    const [[lost, perhaps] = [[], []]] = audited(beside("I'll use cursor pagination for the order listing."));
    assert.deepEqual([lost.length, perhaps.length], [0, 1]);
    const chosen = audited(beside('I decided to use cursor pagination for the order listing.'));
    assert.equal(chosen[0]?.[0].length, 1);
    const alone = audited([assistant("I'll use cursor pagination for the order listing."), summary(BUSY)]);
    assert.equal(alone[0]?.[0].length, 1);
  });

  it('include a failed command if a later command with the same first two words succeeded', () => {
    const run = (id: string, command: string, said: string, code: number): readonly Message[] => [
      call(id, 'bash', { command }),
      result(id, 'bash', said, code),
    ];
    const failed = run('1', 'pnpm test --grep wishlist', 'Error: No tests found.', 1);
    assert.equal(audited([...failed, summary(BUSY)])[0]?.[0].length, 1);
    const other = run('2', 'cd web && pnpm build', 'Built.', 0);
    assert.equal(audited([...failed, ...other, summary(BUSY)])[0]?.[0].length, 1);
    const again = run('3', 'cd web && pnpm test wishlist.spec.ts', '3 passed', 0);
    const [[lost, perhaps] = [[], []]] = audited([...failed, ...again, summary(BUSY)]);
    assert.deepEqual([lost.length, perhaps.length], [0, 1]);
  });

  it('include a file with instructions, and a test file if the summary mentions tests and the file’s subject', () => {
    const edit = (id: string, path: string): readonly Message[] => [
      call(id, 'edit', { path, old_string: 'a', new_string: 'b' }),
      result(id, 'edit', 'Changed.'),
    ];
    const work = [...edit('1', '/srv/shop/cart_test.go'), ...edit('2', '/srv/shop/CLAUDE.md')];
    const told = `${BUSY} cart.go: rounds up now. Has tests.`;
    assert.deepEqual(audited([...work, summary(told)]), [
      [[], ['/srv/shop/cart_test.go', '/srv/shop/CLAUDE.md']],
    ]);
    assert.deepEqual(audited([...work, summary('cart.go: rounds up now.')])[0]?.[0], [
      '/srv/shop/cart_test.go',
    ]);
  });

  it('do not include a test file if the summary mentions tests but not the file’s subject', () => {
    const edit = (id: string, path: string): readonly Message[] => [
      call(id, 'edit', { path, old_string: 'a', new_string: 'b' }),
      result(id, 'edit', 'Changed.'),
    ];
    const paths = ['/srv/shop/tests.py', '/srv/shop/ta_test.py'];
    const work = paths.flatMap((path, at) => edit(String(at), path));
    assert.deepEqual(audited([...work, summary('data.py rounds up now. Has tests.')]), [[paths, []]]);
  });

  it('are reported again, as lost, if a later summary contains no part of them', () => {
    const part = Array.from({ length: 30 }, (_, at) => `Page ${String(at)} was looked at.`).join('\n\n');
    const inPart = summary(`${part}\n\nThe customers in Norway got an invoice.`);
    const messages = [person(RULE), assistant('Yes.'), inPart, assistant('On.'), inPart, assistant('On.')];
    assert.deepEqual(audited([...messages, summary(BUSY)]), [
      [[], [RULE]],
      [[], []],
      [[RULE], []],
    ]);
  });
});

function partsOf(message: Message): Extract<Message, { role: 'assistant' }>['parts'] {
  assert.ok(message.role === 'assistant');
  return message.parts;
}
