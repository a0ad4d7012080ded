import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Entry } from '../../../../src/core/log/entry.ts';
import { foldSession, SessionFold } from '../../../../src/core/log/session.ts';
import { sampleEntries } from '../../../support/sampleEntries.ts';
import { growth, rewinding } from '../../../support/sessionArbitrary.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

/** Folds all entries with a new fold. Reads only the final session, not the session after each entry. */
function atOnce(entries: readonly Entry[]): unknown {
  return structuredClone(foldSession(entries));
}

describe('Folding the entries of a log one by one', () => {
  it('returns, for any prefix of the log, the same session as folding the prefix at once', () => {
    const steps = fc.array(fc.oneof(growth, rewinding), { maxLength: 15 });
    fc.assert(
      fc.property(steps, fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }), (grown, isRead) => {
        const builder = new SessionBuilder();
        for (const step of grown) step(builder);
        const entries = [...builder.entries, ...sampleEntries];
        const fold = new SessionFold();
        const given: (readonly [session: unknown, expected: unknown])[] = [];
        for (const [index, entry] of entries.entries()) {
          fold.add(entry);
          if (isRead[index % isRead.length] === true)
            given.push([fold.session, atOnce(entries.slice(0, index + 1))]);
        }
        for (const [session, expected] of given) assert.deepEqual(session, expected);
      }),
      { numRuns: 60 },
    );
  });

  it('does not reread earlier messages when a message is added', () => {
    let reads = 0;
    const entries = Array.from({ length: 1_000 }, (_, index): Entry => {
      const message = { role: 'user', parts: [{ type: 'text', text: 'Go on.' }] } as const;
      return {
        ...{ v: 1, id: `m${String(index + 1)}`, at: index, kind: 'message' },
        get message() {
          reads += 1;
          return message;
        },
      };
    });
    const fold = new SessionFold();
    for (const entry of entries) {
      fold.add(entry);
      assert.equal(fold.session.messages.at(-1)?.id, entry.id);
    }
    assert.ok(reads <= 3 * entries.length, String(reads));
  });
});
