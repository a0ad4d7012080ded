import assert from 'node:assert/strict';
import type { ReadOnlyCause } from '../../../../src/core/ports.ts';
import {
  assertWritable,
  readOnlyReason,
  takeOverLabel,
} from '../../../../src/extension/sessions/readOnlyReason.ts';
import { ViewError } from '../../../../src/extension/webviews/describeError.ts';

const session = { sessionId: 's1' };
const elsewhere = { has: () => false };

describe('The reason why a session is read-only in this window', () => {
  const reasons: readonly (readonly [ReadOnlyCause, RegExp])[] = [
    ['openElsewhere', /open in another window/u],
    ['takenOver', /taken this session over; what you typed here is kept/u],
    ['released', /the other window is gone; take/iu],
    ['closed', /closed here; open it again/u],
    ['unwritable', /its file can’t be written; check/u],
  ];
  for (const [cause, sentence] of reasons) {
    it(`is a single sentence if the cause is “${cause}”`, () => {
      const reason =
        readOnlyReason({ ...session, readOnlyCause: cause }, elsewhere) ?? assert.fail('no reason');
      assert.match(reason, sentence);
      assert.match(reason, /^[^.]+\.$/u);
    });
  }

  it('comes with a button only if the window can make the session writable', () => {
    const offered = (cause: ReadOnlyCause): string | undefined => takeOverLabel(cause);
    assert.deepEqual((['openElsewhere', 'takenOver', 'closed'] as const).map(offered), [
      undefined,
      undefined,
      undefined,
    ]);
    assert.deepEqual((['released', 'changed'] as const).map(offered), ['Take over', 'Take over']);
    assert.equal(offered('unwritable'), 'Try again');
    assert.equal(takeOverLabel(undefined), undefined);
  });

  it('names the editor’s agent if the agent has the session open in this window', () => {
    const agent = { has: (id: string) => id === 's1' };
    assert.match(
      readOnlyReason({ ...session, readOnlyCause: 'openElsewhere' }, agent) ?? '',
      /^The editor’s agent has this session open in this window/u,
    );
  });

  it('is undefined if the session is writable or no session is shown', () => {
    assert.equal(readOnlyReason({ ...session, readOnlyCause: undefined }, elsewhere), undefined);
    assert.equal(readOnlyReason(undefined, elsewhere), undefined);
    assertWritable({ ...session, readOnlyCause: undefined }, elsewhere);
  });

  it('is the message of the ViewError that assertWritable throws', () => {
    const asking = (): void => assertWritable({ ...session, readOnlyCause: 'closed' }, elsewhere);
    assert.throws(
      asking,
      (error) => error instanceof ViewError && /^This session was closed/u.test(error.message),
    );
  });
});
