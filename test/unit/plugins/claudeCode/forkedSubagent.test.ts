import assert from 'node:assert/strict';
import { readState, writeState } from '../../../../src/adapters/claudeCode/savedState.ts';
import type { Draft } from '../../../../src/core/log/entry.ts';
import { liveCompactions } from '../../../../src/core/log/session.ts';
import type { ApiMessage } from '../../../../src/plugins/claudeCode/requestFormat.ts';
import { SessionThreads } from '../../../../src/plugins/claudeCode/sessionThreads.ts';
import { answered, bodyOf, environment, opening, said, steps } from '../../../support/claudeRequests.ts';

const MAIN = [
  ...opening('Raise the rate.'),
  ...steps(1, 12),
  answered('Done.'),
  said('My name is Zebra.'),
  answered('Noted.'),
  said('Go on.'),
];
const FORKED = [...MAIN, answered('I fork.'), said('Look at the users, as a fork.')];
const SUBAGENT = 'cc_is_subagent=true; You are an agent.';
const WIDE = environment(1_000_000);

/** Returns the request that is sent for these messages of a subagent. */
async function sentBy(agentId: string, messages: readonly ApiMessage[], threads: SessionThreads) {
  const body = bodyOf(messages, SUBAGENT);
  return (await threads.project(body, WIDE, agentId))?.body ?? body;
}

describe('a forked subagent in Claude Code', () => {
  let threads: SessionThreads;
  const idOf = (words: string): string =>
    threads.main?.session.messages.find(({ message }) => JSON.stringify(message).includes(words))?.id ?? '';
  const change = (draft: Draft): void => void threads.main?.append(draft, 1);

  beforeEach(async () => {
    threads = new SessionThreads(undefined);
    await threads.project(bodyOf(MAIN), WIDE);
  });

  it('does not get what the person excluded from the main conversation, also in another process', async () => {
    change({ kind: 'exclude', target: idOf('Zebra'), on: true });
    assert.doesNotMatch(await sentBy('a1', FORKED, threads), /Zebra/);
    const saved = readState(writeState(threads.state));
    assert.doesNotMatch(await sentBy('a1', FORKED, new SessionThreads(saved)), /Zebra/);
    const resumed = new SessionThreads(saved);
    await resumed.project(bodyOf(MAIN), WIDE);
    assert.doesNotMatch(await sentBy('a2', FORKED, resumed), /Zebra/);
  });

  it('has the pins and compactions of the main conversation, and is saved only once it has a compaction of its own', async () => {
    change({ kind: 'pin', target: idOf('Zebra'), on: true });
    const compaction = await threads.preview(WIDE);
    assert.ok(compaction?.run === true);
    threads.commit(compaction, WIDE);
    await sentBy('a1', FORKED, threads);
    const own = threads.sessionOf('a1');
    assert.deepEqual([...(own?.pinnedIds ?? [])], [idOf('Zebra')]);
    assert.equal(own && liveCompactions(own).length, 1);
    assert.equal(threads.state.threads.length, 1);
  });

  it('has the exclusions of the main conversation, not those of an earlier fork that was saved before the person excluded a message', async () => {
    const long = bodyOf([...FORKED, ...steps(21, 40)], SUBAGENT);
    await threads.project(long, environment(30_000), 'a1');
    assert.equal(threads.state.threads.length, 1);
    change({ kind: 'exclude', target: idOf('Zebra'), on: true });
    const later = new SessionThreads(readState(writeState(threads.state)));
    await later.project(bodyOf(MAIN), WIDE);
    const other = [...MAIN, answered('I fork again.'), said('Look at the mail, as a fork.')];
    assert.doesNotMatch(await sentBy('a2', other, later), /Zebra/);
  });

  it('does not get what the person excludes after the fork began, until the person includes it again', async () => {
    assert.match(await sentBy('a1', FORKED, threads), /Zebra/);
    change({ kind: 'exclude', target: idOf('Zebra'), on: true });
    const more = [...FORKED, ...steps(21, 22)];
    assert.doesNotMatch(await sentBy('a1', more, threads), /Zebra/);
    change({ kind: 'exclude', target: idOf('Zebra'), on: false });
    assert.match(await sentBy('a1', [...more, ...steps(23, 24)], threads), /Zebra/);
    assert.equal(threads.state.threads.length, 1);
  });

  it('does not change the main conversation', async () => {
    change({ kind: 'exclude', target: idOf('Zebra'), on: true });
    const before = threads.main?.session;
    const sent = (await threads.project(bodyOf(MAIN), WIDE))?.body;
    const long = bodyOf([...FORKED, ...steps(21, 40)], SUBAGENT);
    assert.ok((await threads.project(long, environment(30_000), 'a1'))?.made !== undefined);
    assert.equal(threads.main?.session, before);
    assert.equal((await threads.project(bodyOf(MAIN), WIDE))?.body, sent);
  });

  it('is distinguished from a subagent whose conversation begins with other messages than the main conversation', async () => {
    change({ kind: 'exclude', target: idOf('Zebra'), on: true });
    await sentBy('a1', [...opening('Look at the mail.'), ...steps(1, 2, 100)], threads);
    assert.equal(threads.sessionOf('a1')?.excludedIds.size, 0);
  });
});
