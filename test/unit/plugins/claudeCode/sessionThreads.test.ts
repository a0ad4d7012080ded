import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readState, writeState } from '../../../../src/adapters/claudeCode/savedState.ts';
import { SessionThreads } from '../../../../src/plugins/claudeCode/sessionThreads.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import type { ApiMessage } from '../../../../src/plugins/claudeCode/requestFormat.ts';
import {
  answered,
  blocksIn,
  bodyOf,
  messagesIn,
  opening,
  said,
  steps,
  environment,
} from '../../../support/claudeRequests.ts';

const RULE = 'Raise the rate to 0.21, and never touch docs/.';
const LONG = [...opening(RULE), ...steps(1, 40), answered('Done.'), said('Now the mail, please.')];

/** Returns the body that is sent for these messages. */
async function sent(
  threads: SessionThreads,
  messages: readonly ApiMessage[],
  env = environment(),
): Promise<string> {
  const body = bodyOf(messages);
  return (await threads.project(body, env))?.body ?? body;
}

function resultsIn(messages: readonly ApiMessage[]): readonly string[] {
  return messages.flatMap((message) =>
    blocksIn(message).flatMap((block) =>
      block['type'] === 'tool_result' ? [String(block['tool_use_id'])] : [],
    ),
  );
}

function callsIn(messages: readonly ApiMessage[]): readonly string[] {
  return messages.flatMap((message) =>
    blocksIn(message).flatMap((block) => (block['type'] === 'tool_use' ? [String(block['id'])] : [])),
  );
}

describe('requests of Claude Code', () => {
  it('are sent unchanged while there is room in the window', async () => {
    const threads = new SessionThreads(undefined);
    const projected = await threads.project(bodyOf([...opening(RULE), ...steps(1, 3)]), environment());
    assert.equal(projected?.body, undefined);
    assert.equal(projected?.isChanged, false);
  });

  it('are sent unchanged if they have no tools or are not JSON', async () => {
    const threads = new SessionThreads(undefined);
    assert.equal(
      await threads.project('{"messages":[{"role":"user","content":"A title?"}]}', environment()),
      undefined,
    );
    assert.equal(await threads.project('no JSON', environment()), undefined);
  });

  it('are shortened before the window is full, and each call keeps its result', async () => {
    const threads = new SessionThreads(undefined);
    const body = await sent(threads, LONG);
    assert.ok(body.length < bodyOf(LONG).length / 2);
    const messages = messagesIn(body);
    assert.deepEqual([...resultsIn(messages)].sort(), [...callsIn(messages)].sort());
    assert.ok(body.includes('never touch docs/'));
    assert.equal(
      blocksIn(messages[0]!)[0]?.['text'],
      blocksIn(LONG[0]!)[0]?.['text'],
      'the instruction files are no longer first',
    );
    assert.ok(
      messages.some(({ role }) => role === 'system'),
      'the environment is missing',
    );
  });

  it('keep the newest messages, thinking, signatures and cache marks unchanged', async () => {
    const threads = new SessionThreads(undefined);
    const messages = messagesIn(await sent(threads, LONG));
    const original = messagesIn(bodyOf(LONG));
    assert.deepEqual(messages.slice(-6), original.slice(-6));
    assert.deepEqual(blocksIn(messages.at(-1)!).at(-1)?.['cache_control'], { type: 'ephemeral' });
    const signed = new Map(
      original.flatMap((message) => blocksIn(message).map((block) => [block['signature'], block])),
    );
    for (const message of messages)
      for (const block of blocksIn(message))
        if (block['type'] === 'thinking') assert.deepEqual(block, signed.get(block['signature']));
  });

  it('begin with exactly the same bytes until the next compaction', async () => {
    const threads = new SessionThreads(undefined);
    const first = messagesIn(await sent(threads, LONG));
    const more = [...LONG, ...steps(41, 43, 400)];
    const second = messagesIn(await sent(threads, more));
    assert.equal(JSON.stringify(second.slice(0, first.length - 1)), JSON.stringify(first.slice(0, -1)));
    assert.equal(second.length, first.length + 6);
  });

  it('are the same in another process that reads the state beside the transcript', async () => {
    const threads = new SessionThreads(undefined);
    const first = await sent(threads, LONG);
    const text = writeState(threads.state);
    assert.match(text, /^[\x20-\x7e]*$/);
    const again = new SessionThreads(readState(text));
    assert.equal(await sent(again, LONG), first);
    assert.deepEqual(again.state, threads.state);
  });

  it('are sent unchanged after an undo, and are shortened as before after a redo', async () => {
    const threads = new SessionThreads(undefined);
    const first = await sent(threads, LONG);
    assert.equal(threads.undo(environment()), true);
    assert.equal(await sent(threads, LONG, environment(400_000)), bodyOf(LONG));
    assert.equal(threads.redo(environment()), true);
    assert.equal(await sent(threads, LONG), first);
    assert.equal(threads.redo(environment()), false);
  });

  it('contain the rule from the person’s first message even after repeated compactions', async () => {
    const threads = new SessionThreads(undefined);
    let messages: readonly ApiMessage[] = opening(RULE);
    for (let round = 0; round < 10; round += 1) {
      messages = [
        ...messages,
        ...steps(round * 20 + 1, round * 20 + 20),
        answered('Done.'),
        said(`Go on, round ${String(round)}.`),
      ];
      const body = await sent(threads, messages);
      assert.ok(body.includes('never touch docs/'), `round ${String(round)}`);
      assert.ok(body.length < 260_000, `round ${String(round)}: ${String(body.length)}`);
      assert.equal(messagesIn(body)[0]?.role, 'user');
    }
    assert.equal(threads.main?.session.messages.length, 10 * 42 + 1);
  });

  it('contain no notes about messages that the person removed by going back, even in another process', async () => {
    const threads = new SessionThreads(undefined);
    const many = [
      ...opening(RULE),
      ...steps(1, 60, 2_000),
      answered('Done.'),
      said('Now the mail.'),
      ...steps(61, 70),
    ];
    await sent(threads, many);
    const compaction = await threads.preview(environment());
    assert.ok(compaction?.run === true && compaction.draft.folded.length > 0);
    threads.commit(compaction, environment());
    const kept = writeState(threads.state);
    const { main } = threads;
    const back = [...many.slice(0, 8), said('Something else.')];
    const now = await sent(threads, back);
    assert.equal(threads.main, main);
    assert.ok(!now.includes('<longthread-record>'));
    assert.equal(await sent(new SessionThreads(readState(kept)), back), now);
    assert.equal(await sent(new SessionThreads(readState(writeState(threads.state))), back), now);
  });

  for (const what of ['a pinned message', 'an undone compaction'])
    it(`are the same in another process if the person went back to before ${what}`, async () => {
      const threads = new SessionThreads(undefined);
      const many = [...opening(RULE), ...steps(1, 20), answered('Done.'), said('Now the mail.')];
      await sent(threads, many);
      const newest = threads.main?.session.messages.at(-1)?.id ?? '';
      if (what === 'a pinned message') threads.main?.append({ kind: 'pin', target: newest, on: true }, 1);
      else {
        const compaction = await threads.preview(environment());
        assert.ok(compaction?.run === true);
        threads.commit(compaction, environment());
        threads.undo(environment());
      }
      const back = [...many.slice(0, 8), said('Something else.'), ...steps(21, 80), answered('Done.')];
      const now = await sent(threads, back);
      assert.ok(now.length < bodyOf(back).length / 2, 'nothing was compacted');
      const again = new SessionThreads(readState(writeState(threads.state)));
      assert.equal(await sent(again, back, environment(1_000_000)), now);
    });

  it('contain a new message word for word, even in another process, after the person went back and so removed messages that a compaction had shortened', async () => {
    const threads = new SessionThreads(undefined);
    await sent(threads, LONG);
    const back = [...LONG.slice(0, 8), answered('Done.'), said('Something else.'), ...steps(51, 60)];
    const now = await sent(threads, back);
    assert.ok(now.includes('recall m'), 'the compaction has no effect any more');
    assert.equal(await sent(new SessionThreads(readState(writeState(threads.state))), back), now);
    assert.ok(now.includes('Something else.'));
  });

  it('of a subagent do not change the main conversation', async () => {
    const threads = new SessionThreads(undefined);
    const first = await sent(threads, LONG);
    const subagent = [...opening('Look at the users.'), ...steps(500, 501)];
    const body = bodyOf(subagent, 'cc_is_subagent=true; You are an agent.');
    assert.equal((await threads.project(body, environment()))?.isSubagent, true);
    assert.equal(threads.main?.session.messages[0]?.message.parts.length, 1);
    assert.equal(await sent(threads, LONG), first);
  });

  it('contain the results of calls that were still running during a side question, in place of the side question’s placeholders', async () => {
    const threads = new SessionThreads(undefined);
    const ids = ['toolu_a', 'toolu_b', 'toolu_c'];
    const calls = ids.map((id) => ({ type: 'tool_use', id, name: 'Bash', input: { command: `run ${id}` } }));
    const results = (texts: readonly string[]): readonly object[] =>
      texts.map((content, at) => ({ type: 'tool_result', tool_use_id: ids[at], content }));
    const asked = [...opening(RULE), ...steps(1, 2), { role: 'assistant', content: calls }];
    const running = '[No result yet — this call is still in progress in the main conversation]';
    const question = { type: 'text', text: 'Which rate is it?' };
    const aside = { role: 'user', content: [...results(['FIRST', running, running]), question] };
    const back = { role: 'user', content: results(['FIRST', 'SECOND', 'THIRD']) };
    await sent(threads, [...asked, aside]);
    await sent(threads, [...asked, back, ...steps(3, 3)]);
    const { messages = [] } = threads.main?.session ?? {};
    const texts = messages.flatMap(({ message }) => (message.role === 'tool' ? [textOf(message)] : []));
    assert.deepEqual(texts.slice(2, 5), ['FIRST', 'SECOND', 'THIRD']);
    const kept = messages.findIndex(({ message }) => textOf(message) === 'FIRST');
    assert.equal(messages[kept]?.id, `m${String(kept + 1)}`, 'an unchanged result has a new address');
    await sent(threads, [...asked, aside]);
    await sent(threads, [...asked, back, ...steps(3, 4)]);
    assert.ok(JSON.stringify(threads.main?.session.messages).includes('THIRD'));
  });

  it('of two conversations with the same beginning are distinguished', async () => {
    const threads = new SessionThreads(undefined);
    const task = opening('Look at the users.');
    await sent(threads, [...task, ...steps(1, 2)]);
    await sent(threads, [...task, ...steps(7, 8)]);
    assert.equal(await sent(threads, [...task, ...steps(1, 3)]), bodyOf([...task, ...steps(1, 3)]));
  });

  it('are compacted at the first request, and only once, if the person asked for a compaction before', async () => {
    const threads = new SessionThreads(undefined);
    assert.equal(await threads.preview(environment()), undefined);
    threads.keepTypedWish({ kind: 'compact', instructions: 'keep the rate' });
    const later = new SessionThreads(readState(writeState(threads.state)));
    const projected = await later.project(bodyOf(LONG), environment(1_000_000));
    assert.equal(projected?.made?.event.tier, 'manual');
    assert.equal(projected.made.event.instructions, 'keep the rate');
    assert.equal((await later.project(bodyOf(LONG), environment(1_000_000)))?.made, undefined);
  });

  it('let other work run while a long history is read', async () => {
    const env = environment(1_000_000);
    await new SessionThreads(undefined).project(bodyOf([...opening(RULE), ...steps(1, 400)]), env);
    assert.ok(env.pauses >= 5, String(env.pauses));
  });

  it('let other work run while a long history is compacted', async () => {
    const long = bodyOf([...opening(RULE), ...steps(1, 400)]);
    const [reading, compacting] = [environment(10_000_000), environment()];
    await new SessionThreads(undefined).project(long, reading);
    const projected = await new SessionThreads(undefined).project(long, compacting);
    assert.ok(projected?.made !== undefined);
    assert.ok(compacting.pauses >= reading.pauses + 10, String(compacting.pauses - reading.pauses));
  });

  it('have a token count that is corrected by the ratio of reported to estimated tokens', async () => {
    const threads = new SessionThreads(undefined);
    const short = [...opening(RULE), ...steps(1, 3)];
    const before = await threads.project(bodyOf(short), environment());
    const reported = {
      ...environment(),
      window: { windowTokens: 100_000, reportedTokens: (before?.figures.usedTokens ?? 0) * 2 },
    };
    const after = await threads.project(bodyOf(short), reported);
    assert.equal(after?.figures.usedTokens, (before?.figures.usedTokens ?? 0) * 2);
  });

  it('have a result for every call, in any conversation', async () => {
    const turn = fc.oneof(
      fc.record({ steps: fc.integer({ min: 1, max: 30 }), size: fc.integer({ min: 100, max: 9_000 }) }),
      fc.record({ words: fc.string({ minLength: 1, maxLength: 200 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 8 }), async (turns) => {
        const threads = new SessionThreads(undefined);
        let messages: readonly ApiMessage[] = opening(RULE);
        let number = 1;
        for (const each of turns) {
          if ('words' in each) messages = [...messages, answered('Done.'), said(each.words)];
          else messages = [...messages, ...steps(number, (number += each.steps) - 1, each.size)];
          const now = messagesIn(await sent(threads, messages, environment(60_000)));
          assert.deepEqual([...resultsIn(now)].sort(), [...callsIn(now)].sort());
          assert.deepEqual(now.at(-1), messagesIn(bodyOf(messages)).at(-1));
          assert.ok(now.every((message) => blocksIn(message).length > 0));
        }
        while (threads.undo(environment()));
        assert.equal(await sent(threads, messages, environment(10_000_000)), bodyOf(messages));
      }),
      { numRuns: 25 },
    );
  });
});
