import assert from 'node:assert/strict';
import * as v from 'valibot';
import { messageSchema } from '../../../../src/adapters/store/messageSchema.ts';
import { countMessage } from '../../../../src/core/context/account.ts';
import { mergeAdjacent } from '../../../../src/core/context/assemble.ts';
import { forgottenIn, withoutText } from '../../../../src/core/log/forget.ts';
import type { AssistantMessage, OpaqueItems } from '../../../../src/core/log/message.ts';
import type { Redactor } from '../../../../src/core/ports.ts';
import { liveOver } from '../../../support/liveSessions.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

const opaque: OpaqueItems = {
  from: 'api.example.com m',
  fields: { details: [{ type: 'text', text: 'a plan', index: 0 }] },
};
const thought = { type: 'reasoning', text: 'hm' } as const;
const call = { type: 'toolCall', callId: 'c1', name: 'look', arguments: '{}' } as const;
const answer: AssistantMessage = { role: 'assistant', parts: [thought, call], opaque };

/** Finds the word "hunter" as a secret if `before` stands directly before it. */
function redactorFor(before = ''): Redactor {
  return {
    find: (texts) =>
      Promise.resolve(
        texts.map((text) => {
          const start = text.indexOf(`${before}hunter`) + before.length;
          return start < before.length ? [] : [{ start, end: start + 6, kind: 'password' }];
        }),
      ),
  };
}

function contextOf(...messages: readonly AssistantMessage[]): SessionBuilder['context'] {
  const builder = new SessionBuilder();
  builder.user('go');
  for (const message of messages) builder.message(message);
  return builder.context;
}

describe('Opaque data from the provider', () => {
  it('is logged unchanged and sent back with the message', () => {
    assert.deepEqual(v.parse(messageSchema, JSON.parse(JSON.stringify(answer))), answer);
    const [, item] = contextOf(answer);
    assert.deepEqual(item?.message, { role: 'assistant', parts: [call], opaque });
  });

  it('is sent back together with the message’s reasoning if the data says so', () => {
    const [, item] = contextOf({ ...answer, opaque: { ...opaque, withReasoning: true } });
    assert.deepEqual(item?.message.parts, [thought, call]);
  });

  it('stays with a message shortened by a compaction', () => {
    const builder = new SessionBuilder();
    builder.user('go');
    const id = builder.message(answer);
    builder.compaction({ replaced: [{ id, as: 'stub', text: 'short' }] });
    const item = builder.context.find(({ entries }) => entries.includes(id));
    assert.deepEqual(item?.message, {
      role: 'assistant',
      parts: [{ type: 'text', text: 'short' }, call],
      opaque,
    });
  });

  it('is omitted from merged answers and from a forgotten answer', () => {
    const said: AssistantMessage = { role: 'assistant', parts: [{ type: 'text', text: 'a' }], opaque };
    const merged = mergeAdjacent(contextOf(said, said)).at(-1)?.message;
    assert.deepEqual([merged?.parts.length, 'opaque' in (merged ?? {})], [2, false]);
    const builder = new SessionBuilder();
    const id = builder.message(answer);
    const [entry] = builder.entries.map((each) => withoutText(each, forgottenIn(builder.entries, id)));
    assert.doesNotMatch(JSON.stringify(entry), /a plan/u);
  });

  it('counts as one token per five characters', () => {
    const words = (text: string): number => text.split(' ').length;
    const bare = countMessage({ ...answer, opaque: { from: '', fields: {} } }, words);
    // The strings "text" and "a plan" have ten characters in total, which count as two tokens.
    assert.equal(countMessage(answer, words) - bare, 2);
  });

  it('is dropped if the data contains a secret', async () => {
    const log = new MemoryLog();
    const live = await liveOver(log, { redactor: redactorFor(), now: 7 });
    const secretive = { ...opaque, fields: { details: [{ text: 'it is hunter' }] } };
    await live.append({ kind: 'message', message: { ...answer, opaque: secretive } });
    assert.doesNotMatch(JSON.stringify(log.entries), /hunter/u);
    await live.append({ kind: 'message', message: answer });
    assert.deepEqual(live.context.at(-2)?.message, { role: 'assistant', parts: [call], opaque });
  });

  it('is dropped if the data contains a secret value from an earlier call', async () => {
    const log = new MemoryLog();
    const live = await liveOver(log, { redactor: redactorFor('"key":"'), now: 7 });
    const callWithSecret = { ...call, arguments: '{"key":"hunter"}' };
    await live.append({ kind: 'message', message: { role: 'assistant', parts: [callWithSecret] } });
    const hidden = { ...opaque, fields: { details: [{ text: 'it is hunter' }] } };
    await live.append({ kind: 'message', message: { ...answer, opaque: hidden } });
    assert.equal(live.message('m2')?.message.role, 'assistant');
    assert.ok(!('opaque' in (live.message('m2')?.message ?? {})));
  });
});
