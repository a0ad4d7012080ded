import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { McpTool } from '../../../../src/adapters/mcp/mcpServer.ts';
import { sessionTools } from '../../../../src/adapters/mcp/sessionTools.ts';
import { storedSessions } from '../../../../src/adapters/mcp/storedSessions.ts';
import type { Draft } from '../../../../src/core/log/entry.ts';
import { forgottenIn, withoutText } from '../../../../src/core/log/forget.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { temporaryStore, type TemporaryStore } from '../../../support/temporaryStore.ts';

const SECRET = 'hunter2-hunter2';
const user = (text: string): Message => ({ role: 'user', parts: [{ type: 'text', text }] });
const said = (text: string): Draft => ({ kind: 'message', message: user(text) });

describe('The recall and search tools for other agents', () => {
  let temporary: TemporaryStore;
  let [here, there] = ['', ''];

  beforeEach(() => {
    temporary = temporaryStore();
    [here, there] = ['here', 'there'].map((name) => path.join(temporary.root, name)) as [string, string];
    for (const folder of [here, there]) mkdirSync(folder);
  });
  afterEach(() => {
    temporary.remove();
  });

  /** Stores a session whose drafts get the ids `m1`, `m2`…, and closes its log. Returns the session's id. */
  async function session(workspace: string | undefined, ...drafts: readonly Draft[]): Promise<string> {
    const log = await temporary.store.create();
    const address = workspace === undefined ? {} : { workspace: pathToFileURL(workspace).href };
    const all: readonly Draft[] = [{ kind: 'session', title: 'Locks', ...address }, ...drafts];
    for (const [at, draft] of all.entries())
      await log.append({ v: 1, id: at === 0 ? 'e1' : `m${String(at)}`, at, ...draft });
    await log.close();
    return log.sessionId;
  }

  const tool = (name: string, workspace = here): McpTool => {
    const found = sessionTools(storedSessions(temporary.store, workspace)).find((each) => each.name === name);
    assert.ok(found !== undefined);
    return found;
  };
  const run = (name: string, args: Record<string, unknown>, workspace?: string): Promise<string> =>
    tool(name, workspace).run(args, new AbortController().signal);

  it('find a message by its words, and return the original text', async () => {
    const id = await session(here, said('Use a lock file.'), said('line one\nthe lock is held\nline three'));
    const found = await run('search', { query: 'lock held' });
    assert.equal(
      found,
      `Session “Locks”\n[${id}/m2] the person, 1970-01-01: line one the lock is held line three`,
    );
    assert.equal(
      await run('recall', { address: `${id}/m2:2` }),
      `[original of ${id}/m2, lines 2-2 of 3]\nthe lock is held`,
    );
    assert.match(await run('recall', { address: `[${id}/m1]` }), /\nUse a lock file\.$/);
  });

  it('return only messages from sessions of the workspace', async () => {
    const others = [await session(there, said('a lock')), await session(undefined, said('a lock'))];
    assert.match(await run('search', { query: 'lock' }), /^\[no message/);
    for (const id of others)
      await assert.rejects(run('recall', { address: `${id}/m1` }), /^Error: Nothing has/);
    await assert.rejects(run('recall', { address: `../${others[0] ?? ''}/m1` }), /Nothing has/);
    assert.match(await run('search', { query: 'lock' }, there), new RegExp(`${others[0] ?? ''}/m1`));
  });

  it('recognise a workspace even if its path contains a symbolic link', async () => {
    const link = path.join(temporary.root, 'link');
    symlinkSync(here, link, 'dir');
    const id = await session(link, said('a lock'));
    assert.match(await run('search', { query: 'lock' }), new RegExp(`${id}/m1`));
    assert.match(await run('search', { query: 'lock' }, link), new RegExp(`${id}/m1`));
  });

  it('mask secrets, even after the person revealed a secret to a model', async () => {
    const message = user(`The password is ${SECRET}, keep the lock.`);
    const span = { part: 0, start: 16, end: 16 + SECRET.length, kind: 'password' };
    const id = await session(
      here,
      { kind: 'message', message, secrets: [span] },
      { kind: 'reveal', target: 'm1', span },
    );
    assert.ok(readFileSync(temporary.folder(id).log, 'utf8').includes(SECRET));
    for (const text of [
      await run('search', { query: 'lock' }),
      await run('recall', { address: `${id}/m1` }),
    ]) {
      assert.match(text, /\[secret: password/);
      assert.ok(!text.includes(SECRET));
    }
    assert.match(await run('search', { query: SECRET }), /^\[no message/);
  });

  it('never return a text that the person removed', async () => {
    const id = await session(here, said('the key is under the mat'), said('Go on.'));
    const log = await temporary.store.open(id);
    const forgotten = forgottenIn(await log.readAll(), 'm1');
    await log.rewrite((entry) => withoutText(entry, forgotten));
    await log.close();
    assert.match(await run('search', { query: 'mat' }), /^\[no message/);
    await assert.rejects(run('recall', { address: `${id}/m1` }), /The person removed this text/);
  });

  it('read a session that is open in a window, without a change of the log', async () => {
    const id = await session(here, said('a lock'));
    const open = await temporary.store.open(id);
    const before = readFileSync(temporary.folder(id).log);
    assert.match(await run('recall', { address: `${id}/m1` }), /a lock$/);
    assert.deepEqual(readFileSync(temporary.folder(id).log), before);
    assert.equal(open.isReadOnly, false);
    await open.close();
  });

  it('report which argument is missing or invalid', async () => {
    await assert.rejects(run('search', { query: '  ' }), /Give a query/);
    await assert.rejects(run('recall', { address: 'm42' }), /Nothing has the address m42\. Search gives/);
    await assert.rejects(run('recall', {}), /Give an address/);
  });
});
