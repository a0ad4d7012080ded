import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { titleMatcher, wordsToFind } from '../../../../src/adapters/store/messageSearch.ts';
import type { SessionHits } from '../../../../src/adapters/store/sessionStore.ts';
import type { Draft } from '../../../../src/core/log/entry.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

const said = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });

describe('a session’s title', () => {
  it('matches words in any order, but quoted words only in order', () => {
    const isFound = (query: string): boolean => titleMatcher(query)({ title: 'Fix token refresh' });
    for (const query of ['REFRESH fix', '"token refresh"', ' ']) assert.ok(isFound(query), query);
    for (const query of ['nothing', 'token nothing', '"refresh token"']) assert.ok(!isFound(query), query);
    assert.ok(!titleMatcher('fix')({}));
  });
});

describe('a search in all sessions', () => {
  let temporary: TemporaryStore;
  beforeEach(() => (temporary = temporaryStore()));
  afterEach(() => {
    temporary.remove();
  });

  /** Stores a closed session with this title and these messages, `m1`, `m2`…, and returns its id. */
  async function session(title: string, ...messages: readonly Message[]): Promise<string> {
    const log = await temporary.store.create();
    const drafts: readonly Draft[] = [
      { kind: 'session', title },
      ...messages.map((message) => ({ kind: 'message' as const, message })),
    ];
    for (const [index, draft] of drafts.entries()) {
      await log.append({ v: 1, id: index === 0 ? 'e1' : `m${index}`, at: index, ...draft });
    }
    await log.close();
    temporary.sleep(1000);
    return log.sessionId;
  }

  async function hitsOf(
    query: string,
    signal = new AbortController().signal,
  ): Promise<readonly SessionHits[]> {
    const found: SessionHits[] = [];
    for await (const hits of temporary.store.findMessages(query, signal)) found.push(hits);
    return found;
  }

  const find = async (query: string, signal?: AbortSignal): Promise<readonly string[]> =>
    (await hitsOf(query, signal)).flatMap(({ session: { title }, messages }) =>
      messages.map(({ id }) => `${String(title)} ${id}`),
    );

  it('finds a path with backslashes in the arguments of a call, which are JSON', async () => {
    const args = JSON.stringify({ path: 'C:\\src\\a.ts' });
    const call = { type: 'toolCall', callId: 'c', name: 'edit', arguments: args } as const;
    await session('Alpha', said('C: src a.ts'), { role: 'assistant', parts: [call] });
    assert.deepEqual(await find('c:\\src\\a.ts'), ['Alpha m2']);
  });

  it('finds messages with every word, and returns the newest messages first', async () => {
    await session('Alpha', said('the Lock is held'), said('a lock'), said('the LOCK file is held again'));
    await session('Beta', said('held by a lock'), said('nothing'));
    assert.deepEqual(await find('lock held'), ['Beta m1', 'Alpha m3', 'Alpha m1']);
  });

  it('finds quoted words, even with line breaks or escapes in the log', async () => {
    await session('Alpha', said('say "no" to\nit'), said('no to it, they say'));
    assert.deepEqual(await find('"no" say'), ['Alpha m2', 'Alpha m1']);
    assert.deepEqual(await find('say"no'), ['Alpha m2', 'Alpha m1']);
    assert.deepEqual(wordsToFind('Say "a b" c'), ['say', 'a b', 'c']);
    assert.deepEqual(await find('"to  it"'), ['Alpha m2', 'Alpha m1']);
    assert.deepEqual(await find('"it to"'), []);
  });

  it('does not find system text, which no thread shows', async () => {
    const system: Message = {
      role: 'system',
      slot: 'prompt',
      parts: [{ type: 'text', text: 'You are an agent; use the terminal.' }],
    };
    await session('Alpha', system, said('Use the terminal.'));
    assert.deepEqual(await find('terminal'), ['Alpha m2']);
  });

  it('finds a command in a tool call, and an error in the call’s result', async () => {
    const call = {
      type: 'toolCall',
      callId: 'c1',
      name: 'run',
      arguments: '{"command":"npm test -- \\"a b\\""}',
    } as const;
    const answer = [{ type: 'text', text: 'TypeError: x is not a function' }] as const;
    await session(
      'Alpha',
      { role: 'assistant', parts: [call] },
      { role: 'tool', callId: 'c1', toolName: 'run', parts: answer },
    );
    assert.deepEqual(await find('npm test'), ['Alpha m1']);
    assert.deepEqual(await find('typeerror'), ['Alpha m2']);
  });

  it('shows a placeholder instead of a secret, and does not find the secret’s value', async () => {
    const text = 'the password is swordfish-42, keep it';
    const start = text.indexOf('swordfish');
    const log = await temporary.store.create();
    const secrets = [{ part: 0, start, end: start + 'swordfish-42'.length, kind: 'password' }];
    await log.append({ v: 1, id: 'm1', at: 1, kind: 'message', message: said(text), secrets });
    await log.close();
    const [hits] = await hitsOf('password keep');
    assert.match(hits?.messages[0]?.excerpt ?? '', /^the password is \[secret: password\S*\], keep it$/u);
    assert.deepEqual(await find('swordfish'), []);
  });

  it('finds no JSON keys of the log, no placeholder of a forgotten text, and nothing for a blank query', async () => {
    await session('Alpha', said('hello'), said('[forgotten at the person’s request]'));
    assert.deepEqual(await find('parts'), []);
    assert.deepEqual(await find('person’s request'), []);
    assert.deepEqual(await find('  '), []);
  });

  it('returns the newest twenty hits of a session', async () => {
    const long = `${'before '.repeat(30)}needle${' after'.repeat(60)}`;
    await session('Alpha', ...Array.from({ length: 30 }, () => said(long)));
    const [hits] = await hitsOf('needle');
    assert.ok(hits);
    assert.equal(hits.messages.length, 20);
    assert.equal(hits.messages[0]?.id, 'm30');
    assert.match(hits.messages[0].excerpt, /^….*before needle after.*…$/);
    assert.ok(hits.messages[0].excerpt.length < 200);
  });

  it('skips an unreadable log, and returns nothing if the search is cancelled before its start', async () => {
    await session('Alpha', said('needle'));
    const broken = await session('Beta', said('needle'));
    fs.rmSync(temporary.folder(broken).log);
    fs.mkdirSync(temporary.folder(broken).log);
    assert.deepEqual(await find('needle'), ['Alpha m1']);
    assert.deepEqual(await find('needle', AbortSignal.abort()), []);
  });
});
