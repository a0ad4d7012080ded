import assert from 'node:assert/strict';
import { pinMessage } from '../../../../src/extension/sessions/pinMessage.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

describe('pinMessage', () => {
  const open = () => {
    const builder = new SessionBuilder();
    const append = (draft: Parameters<SessionBuilder['append']>[0]) => Promise.resolve(builder.append(draft));
    const session = {
      live: {
        append,
        get session() {
          return builder.session;
        },
      },
    };
    builder.user('Read it.');
    const [call, result] = builder.tool('read_file', { path: 'a.txt' }, 'text');
    return { builder, call, result, session: session as never };
  };

  it('removes the pin of a tool result when the call in the same tool group is unpinned', async () => {
    const { builder, call, result, session } = open();
    await pinMessage(session, result, true);
    assert.deepEqual([...builder.session.pinnedIds], [result]);
    await pinMessage(session, call, false);
    assert.deepEqual([...builder.session.pinnedIds], []);
  });

  it('changes nothing when a message without a pin is unpinned', async () => {
    const { builder, result, session } = open();
    const before = builder.session;
    await pinMessage(session, result, false);
    assert.deepEqual(builder.session, before);
  });
});
