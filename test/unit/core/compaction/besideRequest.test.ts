import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compact } from '../../../../src/core/compaction/plan/compact.ts';
import { STRATEGIES, STRATEGY_NAMES } from '../../../../src/core/compaction/strategies.ts';
import { project } from '../../../../src/core/context/project.ts';
import { isClientText, personTextOf, textOf, type UserPart } from '../../../../src/core/log/message.ts';
import { accountOf, SessionBuilder, smallSettings, wordsOf } from '../../../support/sessionBuilder.ts';
import { assertReversible, contextProblems } from '../../../support/validContext.ts';

const client = (text: string, label = 'attachment'): UserPart => ({
  type: 'text',
  text,
  origin: 'client',
  label,
});
const words = (text: string): UserPart => ({ type: 'text', text });

const NEWEST: readonly UserPart[] = [
  client(`The lamp’s file:\n${wordsOf(600, 'lamp')}`),
  words('Paint the lamp.'),
  { type: 'file', path: 'lamp.ts', text: 'export const lamp = 1;' },
  client(`${wordsOf(20, 'time')}\nIt is noon.`, 'environment'),
  words('And never touch the socket.'),
];

function session(parts = NEWEST, importedFrom: string | null = 'codex'): SessionBuilder {
  const builder = new SessionBuilder();
  if (importedFrom !== null) builder.append({ kind: 'session', importedFrom });
  builder.turns(20, 20);
  builder.message({ role: 'user', parts });
  return builder;
}

function compacted(builder: SessionBuilder, budgetTokens: number, strategy = STRATEGIES.hybrid) {
  const view = {
    ...{ session: builder.session, account: accountOf(), strategy, settings: smallSettings },
    ...{ usableTokens: 5_000, usedTokens: 0 },
  };
  return compact(view, { by: 'person', budgetTokens });
}

/** Compacts to the budget, and returns the parts of the newest message after the compaction. */
function partsIn(builder: SessionBuilder, budgetTokens: number): readonly UserPart[] {
  const found = compacted(builder, budgetTokens);
  assert.ok(found.run && found.tokensAfter <= budgetTokens, found.run ? '' : found.sentence);
  builder.append(found.draft);
  const message = builder.context.at(-1)?.message;
  assert.ok(message?.role === 'user');
  return message.parts;
}

describe('A program’s text in the person’s newest message', () => {
  it('stays unchanged while anything else can be shortened or replaced by notes', () => {
    assert.deepEqual(partsIn(session(), 800), NEWEST);
  });

  it('is cut to an excerpt if nothing else can be shortened', () => {
    const parts = partsIn(session(), 500);
    const [first, ...others] = parts;
    assert.ok(first !== undefined && isClientText(first));
    assert.equal(first.label, 'attachment');
    assert.match(
      first.text,
      /^The lamp’s file:\n[\s\S]*\[… \d+ lines? left out · recall m41 …\]\n[\s\S]*It is noon\.$/u,
    );
    assert.deepEqual(
      others,
      NEWEST.filter((part) => !isClientText(part)),
    );
  });

  it('is cut again by a later compaction, from the original text and not from the excerpt', () => {
    const builder = session();
    partsIn(builder, 500);
    const [first] = partsIn(builder, 300);
    assert.ok(first !== undefined && isClientText(first));
    assert.equal(first.text.match(/recall m41/gu)?.length, 1);
  });

  it('is restored byte for byte by an undo', () => {
    const builder = session();
    const before = JSON.stringify(builder.context);
    partsIn(builder, 500);
    assert.notEqual(JSON.stringify(builder.context), before);
    assertReversible(builder.entries);
  });

  it('stays unchanged if the message is pinned or the session was not imported', () => {
    const own = compacted(session(NEWEST, null), 500);
    assert.ok(!own.run && own.reason === 'cannot_fit');
    assert.match(own.sentence, /\d+ tokens of the newest message/u);
    const pinned = session();
    pinned.pin('m41', true);
    assert.ok(!compacted(pinned, 500).run);
  });

  it('is cut until the context fits the budget if the budget has room for everything else', () => {
    const size = fc.integer({ min: 0, max: 400 });
    const part = fc.oneof(
      size.map((count) => client(wordsOf(count, 'theirs'))),
      size.map((count) => words(wordsOf(count, 'mine'))),
    );
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...STRATEGY_NAMES),
        fc.integer({ min: 100, max: 1_500 }),
        (parts, name, budget) => {
          const builder = session([...parts, words('Paint it.')]);
          const found = compacted(builder, budget, STRATEGIES[name]);
          const own = personTextOf({ role: 'user', parts: [...parts, words('Paint it.')] });
          if (!found.run) {
            const isTooSmall = budget < accountOf().ofText(own) + 400;
            return assert.ok(found.reason !== 'cannot_fit' || isTooSmall, found.sentence);
          }
          assert.ok(found.tokensAfter <= budget);
          builder.append(found.draft);
          const context = project(builder.entries);
          assert.deepEqual(contextProblems(context), []);
          const newest = context.at(-1)?.message;
          assert.ok(newest !== undefined && textOf(newest).endsWith('Paint it.'));
          assert.equal(personTextOf(newest), own);
          assertReversible(builder.entries);
        },
      ),
      { numRuns: 100 },
    );
  });
});
