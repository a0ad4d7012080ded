import assert from 'node:assert/strict';
import { SentContext } from '../../../../src/core/replay/sentContext.ts';
import { accountOf, SessionBuilder } from '../../../support/sessionBuilder.ts';

describe('The request of a replay', () => {
  it('contains the names in a call’s unescaped arguments until the call leaves the context', () => {
    const sent = new SentContext(accountOf());
    const builder = new SessionBuilder();
    builder.user('Write it.');
    const [question] = builder.context;
    builder.tool(
      'write_file',
      { path: 'src/tides.ts', content: 'class Tides {\n\tthis.tideTable\n}' },
      'Done.',
    );
    sent.send(builder.context);
    assert.deepEqual(
      ['src/tides.ts', 'this.tideTable', 'tthis.tideTable'].map((name) => sent.holds(name)),
      [true, true, false],
    );
    sent.send(question === undefined ? [] : [question]);
    assert.equal(sent.holds('this.tideTable'), false);
  });
});
