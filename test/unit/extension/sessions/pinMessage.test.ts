import assert from 'node:assert/strict';
import { pinMessage } from '../../../../src/extension/sessions/pinMessage.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

describe('a pin', () => {
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

  it('applies to a message, and is removed from its whole tool group by any message of it', async () => {
    const { builder, call, result, session } = open();
    await pinMessage(session, result, true);
    assert.deepEqual([...builder.session.pinnedIds], [result]);
    await pinMessage(session, call, false);
    assert.deepEqual([...builder.session.pinnedIds], []);
  });

  it('that does not exist changes nothing when it is removed', async () => {
    const { builder, result, session } = open();
    const before = builder.session;
    await pinMessage(session, result, false);
    assert.deepEqual(builder.session, before);
  });
});
