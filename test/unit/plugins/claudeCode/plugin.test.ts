import assert from 'node:assert/strict';
import { stateFile } from '../../../../src/adapters/claudeCode/homeFiles.ts';
import type { ClaudeCode, Events, Hook, Next } from '../../../../src/plugins/claudeCode/hostApi.ts';
import { Plugin } from '../../../../src/plugins/claudeCode/plugin.ts';
import { register } from '../../../../src/plugins/claudeCode/register.ts';
import * as say from '../../../../src/plugins/claudeCode/sentences.ts';
import { answered, bodyOf, FakeIo, opening, said, steps } from '../../../support/claudeRequests.ts';

const LONG = bodyOf([
  ...opening('Raise the rate to 0.21, and never touch docs/.'),
  ...steps(1, 40),
  answered('Done.'),
  said('Go on.'),
]);
const SHORT = bodyOf([...opening('Raise the rate to 0.21, and never touch docs/.'), ...steps(1, 12)]);
const STATE = stateFile('/projects/session-1.jsonl');

function installed(io: FakeIo): FakeIo {
  io.files.set('/plugin/home.json', JSON.stringify({ folder: '/home', extension: '/extension' }));
  io.files.set('/home/installed.json', '{}');
  io.files.set('/extension', '');
  return io;
}

/** Returns the text of a file in which VS Code stores wishes. */
function wishFile(...wishes: readonly { readonly number: number; readonly wish: object }[]): string {
  return JSON.stringify({ v: 1, wishes: wishes.map((each) => ({ messages: [], ...each })) });
}

describe('the plugin in Claude Code', () => {
  it('shortens a request, keeps its state beside the transcript, and shows the tokens of a request', async () => {
    const io = new FakeIo();
    const body = await new Plugin().project(LONG, io);
    assert.ok(body !== undefined && body.length < LONG.length / 2);
    assert.equal(STATE, '/projects/session-1.longthread.json');
    assert.ok(io.files.has(STATE));
    assert.match(io.statuses[0] ?? '', /^Longthread ≈ \d+k of 80k$/);
    assert.equal(await new Plugin().project(LONG, io), body, 'another process sends the same');
  });

  it('shortens a request even if its state can’t be saved, and says so once', async () => {
    const io = new FakeIo();
    io.write = () => Promise.reject(new Error('more than 4 MiB'));
    const plugin = new Plugin();
    assert.ok(((await plugin.project(LONG, io)) ?? LONG).length < LONG.length / 2);
    assert.match((await plugin.command('undo', io)) ?? '', /everything is sent again/);
    assert.deepEqual(io.told, [say.FAILED]);
  });

  it('shows sizes and asks before it compacts by the person’s command', async () => {
    const io = new FakeIo();
    const plugin = new Plugin();
    io.window = 1_000_000;
    await plugin.project(LONG, io);
    io.answer = say.LEAVE;
    assert.equal(await plugin.command('', io), say.LEFT);
    assert.match(
      io.asked[0] ?? '',
      /^Longthread would send \d+ messages \(about \d+k tokens\) → \d+ \(about \d+k\)\. Compact\?$/,
    );
    assert.equal(await plugin.project(LONG, io), undefined);
    io.answer = say.COMPACT;
    assert.match((await plugin.command('', io)) ?? '', /no model call/);
    const body = await plugin.project(LONG, io);
    assert.ok(body !== undefined);
    assert.equal(await plugin.command('undo', io), say.UNDONE);
    assert.equal(await plugin.project(LONG, io), undefined);
    assert.equal(await plugin.command('redo', io), say.REDONE);
    assert.equal(await plugin.project(LONG, io), body);
    assert.match(plugin.report(), /without Longthread about \d+k\.\nCompacted: /);
    assert.match(plugin.report(), /Secrets are not masked in Claude Code\.$/);
  });

  it('carries out a command with the first request if there was none before', async () => {
    const io = new FakeIo();
    io.window = 1_000_000;
    assert.equal(await new Plugin().command('', io), say.WISHED);
    const plugin = new Plugin();
    assert.ok((await plugin.project(LONG, io)) !== undefined);
    assert.equal(io.told.length, 1);
    assert.equal(await new Plugin().command('undo', io), say.WISHED_UNDO);
    assert.equal(await new Plugin().project(LONG, io), undefined);
    assert.equal(await new Plugin().command('redo', io), say.WISHED_REDO);
    assert.ok((await new Plugin().project(LONG, io)) !== undefined);
  });

  it('says if there is nothing to report, undo, redo or compact', async () => {
    const io = new FakeIo();
    const plugin = new Plugin();
    assert.equal(
      plugin.report(),
      'No request was seen yet.\nNothing is compacted.\nSecrets are not masked in Claude Code.',
    );
    await plugin.project(bodyOf(opening('Hello.')), io);
    assert.equal(await plugin.command('undo', io), say.NOTHING_TO_UNDO);
    assert.equal(await plugin.command('redo', io), say.NOTHING_TO_REDO);
    assert.match((await plugin.command('', io)) ?? '', /^Longthread: /);
    assert.equal(io.asked.length, 0);
  });

  it('compacts in place of Claude Code, except if nothing is left to shorten', async () => {
    const io = new FakeIo();
    io.window = 1_000_000;
    const plugin = new Plugin();
    assert.equal(await plugin.compactInstead(io), say.PROJECTS);
    assert.ok((await plugin.project(LONG, io)) !== undefined, 'the wish is carried out');
    const other = new Plugin();
    io.files.clear();
    await other.project(SHORT, io);
    assert.equal(await other.compactInstead(io), say.PROJECTS);
    const bare = new Plugin();
    io.files.clear();
    await bare.project(bodyOf(opening('Hello.')), io);
    assert.equal(await bare.compactInstead(io), undefined);
  });

  it('does nothing if the extension is gone, or if the provider’s requests can’t be changed', async () => {
    const gone = installed(new FakeIo());
    gone.files.delete('/extension');
    assert.equal(await new Plugin().project(LONG, gone), undefined);
    assert.equal(await new Plugin().command('', gone), undefined);
    assert.equal(await new Plugin().compactInstead(gone), undefined);
    gone.files.set('/plugin/home.json', 'broken');
    assert.equal(await new Plugin().project(LONG, gone), undefined);
    const removed = installed(new FakeIo());
    const running = new Plugin();
    await running.sendFirstHeartbeat(removed);
    removed.files.clear();
    assert.equal(await running.project(LONG, removed), undefined, 'removed while it ran');
    assert.equal(removed.files.size, 0);
    const other = new FakeIo();
    other.isOther = true;
    assert.equal(await new Plugin().project(LONG, other), undefined);
  });

  it('writes heartbeats for VS Code, and carries out each wish from there once', async () => {
    const io = installed(new FakeIo());
    io.window = 1_000_000;
    const plugin = new Plugin();
    await plugin.sendFirstHeartbeat(io);
    const alive = JSON.parse(io.files.get('/home/sessions/session-1.json') ?? '{}') as object;
    assert.deepEqual(alive, {
      v: 1,
      sessionId: 'session-1',
      transcript: '/projects/session-1.jsonl',
      workspace: '/shop',
      at: 1,
    });
    assert.equal(await plugin.project(LONG, io), undefined);
    io.files.set('/home/wishes/session-1.json', wishFile({ number: 1, wish: { kind: 'compact' } }));
    const body = await plugin.project(LONG, io);
    assert.ok(body !== undefined);
    await plugin.command('undo', io);
    assert.equal(await plugin.project(LONG, io), undefined, 'it was carried out once');
    assert.equal(await new Plugin().project(LONG, io), undefined, 'in another process, too');
    io.files.set('/home/wishes/session-1.json', wishFile({ number: 2, wish: { kind: 'redo' } }));
    assert.equal(await plugin.project(LONG, io), body);
    assert.match(io.files.get('/home/sessions/session-1.json') ?? '', /"figures":\{"usedTokens":\d+/);
  });

  it('returns original text by address, by words, and from older lines of the transcript', async () => {
    const io = new FakeIo();
    const plugin = new Plugin();
    await plugin.project(LONG, io);
    const found = await plugin.recall({ query: 'file17.ts' }, io);
    const address = /\[(m\d+)\]/.exec(found)?.[1] ?? '';
    assert.match(await plugin.recall({ address }, io), new RegExp(`^\\[original of ${address}, lines 1-`));
    assert.match(await plugin.recall({ address: 'm9999' }, io), /nothing has the address/);
    assert.match(await plugin.recall({}, io), /give an address/);
    assert.match(await plugin.recall({ query: 'nowhere zebra17' }, io), /nothing in this session/);
    const old = { message: { role: 'user', content: 'The zebra17 of long ago.' } };
    const filler = `${JSON.stringify({ message: { role: 'user', content: 'é'.repeat(3_000_000) } })}\n`;
    io.files.set('/projects/session-1.jsonl', `${filler}${JSON.stringify(old)}\n`);
    assert.equal(
      await plugin.recall({ query: 'zebra17' }, io),
      '[line 2 of the transcript]\nThe zebra17 of long ago.',
    );
  });

  it('finds the person’s rule that a call violates', async () => {
    const io = new FakeIo();
    const plugin = new Plugin();
    const ruleOf = (tool: string, input: object): Promise<string | undefined> =>
      plugin.ruleAgainst({ tool, input }, io);
    assert.equal(await ruleOf('Write', { file_path: '/shop/docs/a.md' }), undefined, 'nothing was said yet');
    await plugin.project(SHORT, io);
    assert.match(
      (await ruleOf('Write', { file_path: '/shop/docs/a.md', content: 'x' })) ?? '',
      /never touch docs/,
    );
    assert.match((await ruleOf('Bash', { command: 'rm -r docs/old' })) ?? '', /never touch docs/);
    assert.equal(await ruleOf('Edit', { file_path: '/shop/src/a.ts', new_string: 'y' }), undefined);
    assert.equal(await ruleOf('Bash', { command: 'ls src' }), undefined);
    assert.equal(await ruleOf('WebFetch', { url: 'https://example.com/docs/' }), undefined);
  });
});

type AnyHook = Hook<keyof Events>;

/** Registers the plugin's hooks with a fake host. Returns the hooks and their replacements by event. */
function hosted(): Map<string, { readonly hook: AnyHook; instead?: AnyHook }> {
  const hooks = new Map<string, { readonly hook: AnyHook; instead?: AnyHook }>();
  register((name: string, ...rest: readonly unknown[]) => {
    const matcher = rest.length > 1 ? Object.values(rest[0] as object).join() : '';
    const registered: { readonly hook: AnyHook; instead?: AnyHook } = { hook: rest.at(-1) as AnyHook };
    hooks.set(`${name} ${matcher}`.trim(), registered);
    return { catch: (instead: AnyHook) => (registered.instead = instead) };
  });
  return hooks;
}

function next(answer: object, seen: unknown[], plugin = 'engine'): Next<keyof Events> {
  const run = async (event: unknown): Promise<object> => {
    seen.push(event);
    return answer;
  };
  return Object.assign(run, { origin: { plugin } }) as never;
}

describe('a hook of the plugin that fails', () => {
  const broken = new Proxy(
    { plugin: { root: '/plugin' } },
    {
      get: (target, noun) =>
        noun === 'plugin'
          ? target.plugin
          : noun === 'ui'
            ? { toast: (text: string) => told.push(text), log: () => undefined, status: () => undefined }
            : new Proxy({}, { get: () => () => Promise.reject(new Error('out of order')) }),
    },
  ) as unknown as ClaudeCode;
  let told: string[] = [];

  beforeEach(() => {
    told = [];
  });

  it('lets Claude Code go on without the plugin, and says so once', async () => {
    const hooks = hosted();
    const asked = async (name: string, event: object): Promise<unknown> => {
      const seen: unknown[] = [];
      await hooks.get(name)?.hook(broken, event, next({ decision: 'allow' }, seen));
      assert.deepEqual(seen, [event], name);
      return seen[0];
    };
    await asked('session.start', {});
    await asked('http.fetch', {
      url: 'https://api.anthropic.com/v1/messages?beta=true',
      init: { body: LONG },
    });
    await asked('session.compact', { trigger: 'auto' });
    await asked('session.compact', { trigger: 'manual', instructions: '' });
    await asked('command.run compact', { command: 'compact', args: '' });
    await asked('tool.check', { tool: 'Write', input: {} });
    assert.deepEqual(told, [say.FAILED]);
  });

  it('passes on the provider’s refusal of a request', async () => {
    const event = { url: 'https://api.anthropic.com/v1/messages', init: { body: LONG } };
    const hook = hosted().get('http.fetch')?.hook;
    for (const answer of [{ status: 413 }, { value: { status: 400 } }]) {
      const seen: unknown[] = [];
      assert.equal(await hook?.(broken, event, next(answer, seen)), answer);
      assert.deepEqual(seen, [event]);
    }
  });

  it('does not change the session’s size or the report', async () => {
    const hooks = hosted();
    const seen: unknown[] = [];
    const size = { context: { window: 200_000 } };
    await hooks.get('session.measure')?.hook(broken, size, next({}, seen));
    assert.deepEqual(seen, [size]);
    const report = await hooks.get('command.run longthread')?.hook(broken, {}, next({}, seen));
    assert.match((report as { readonly text: string }).text, /^No request was seen yet/u);
  });

  it('is skipped if it takes too long', async () => {
    for (const [name, { instead }] of hosted()) {
      if (name.startsWith('tool.run') || name === 'command.run longthread') continue;
      const seen: unknown[] = [];
      await instead?.(broken, { a: 1 }, next({}, seen));
      assert.deepEqual(seen, [{ a: 1 }], name);
    }
  });

  it('never gets a request that is not Claude Code’s own request to its model', async () => {
    const hook = hosted().get('http.fetch')?.hook;
    for (const [url, body, plugin] of [
      ['https://api.anthropic.com/v1/messages/count_tokens?beta=true', LONG, 'engine'],
      ['https://api.anthropic.com/v1/messages', undefined, 'engine'],
      ['https://api.anthropic.com/v1/messages', LONG, 'another'],
    ] as const) {
      const seen: unknown[] = [];
      await hook?.(broken, { url, init: { body } }, next({}, seen, plugin));
      assert.deepEqual(seen, [{ url, init: { body } }]);
    }
    assert.deepEqual(told, []);
  });
});
