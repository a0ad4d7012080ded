import assert from 'node:assert/strict';
import type { ClaudeCode, Events, Hook, Next } from '../../../../src/plugins/claudeCode/hostApi.ts';
import { register } from '../../../../src/plugins/claudeCode/register.ts';
import * as say from '../../../../src/plugins/claudeCode/sentences.ts';
import { answered, bodyOf, FakeIo, opening, said, steps } from '../../../support/claudeRequests.ts';

const BODY = bodyOf(opening('Raise the rate to 0.21.'));

type AnyHook = Hook<keyof Events>;

/**
 * Registers the plugin's hooks with a fake host. Returns for each event its hook, and the function that Claude Code
 * runs instead if the hook fails.
 */
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

/** Returns Claude Code's interface with a fake input and output. */
function claudeCodeOver(io: FakeIo): ClaudeCode {
  const nothing = (): void => undefined;
  const $ = {
    plugin: { root: io.root },
    fs: {
      read: (path: string) => io.readText(path),
      write: (path: string, text: string) => io.write(path, text),
      exists: (path: string) => io.exists(path),
      stat: async (path: string) => ({ size: await io.sizeOf(path) }),
    },
    env: { get: async () => undefined },
    clock: { now: () => io.now() },
    ui: { status: nothing, toast: nothing, log: nothing },
    session: {
      id: () => io.sessionId(),
      root: () => io.workspace(),
      info: async () => ({ transcriptPath: await io.transcript() }),
      usage: async () => ({ context: await io.usage() }),
      surfaces: async () => [],
    },
  };
  return $ as unknown as ClaudeCode;
}

describe('a refused request', () => {
  const longBody = (first: string, most = 40): string =>
    bodyOf([...opening(first), ...steps(1, most), answered('Done.'), said('Go on.')]);

  /** Sends requests to a provider that gives these answers. Returns the requests that the provider received. */
  async function sentOf(bodies: readonly string[], answers: readonly object[]): Promise<readonly string[]> {
    const io = new FakeIo();
    io.window = 1_000_000;
    const sent: string[] = [];
    const send = async ({ init }: Events['http.fetch']['event']): Promise<object> =>
      answers[sent.push(String(init?.body)) - 1] ?? {};
    const engine = Object.assign(send, { origin: { plugin: 'engine' } }) as never;
    const hook = hosted().get('http.fetch')?.hook;
    for (const body of bodies)
      await hook?.(
        claudeCodeOver(io),
        { url: 'https://api.anthropic.com/v1/messages', init: { body } },
        engine,
      );
    return sent;
  }

  for (const [what, first, sent] of [
    [
      'is shortened and sent again, even if a request of this size failed before for another reason',
      { status: 529 },
      3,
    ],
    [
      'is shortened and sent again, even if an earlier request of this size got an answer without a status',
      {},
      3,
    ],
    ['is not sent again if a request of this size was accepted before', { status: 200 }, 2],
  ] as const)
    it(what, async () => {
      const body = longBody('Raise the rate to 0.21.');
      const seen = await sentOf([body, body], [first, { status: 413 }, { status: 200 }]);
      assert.deepEqual(
        seen.map(({ length }) => length === body.length),
        [true, true, false].slice(0, sent),
      );
    });

  it('is not sent again if the provider accepted a larger request before, even if the accepted request was a shortened one', async () => {
    const [large, other] = [longBody('Raise the rate to 0.21.', 80), longBody('Lower the fee.', 12)];
    const seen = await sentOf([large, other], [{ status: 413 }, { status: 200 }, { status: 400 }]);
    assert.ok(other.length < seen[1]!.length && seen[1]!.length < large.length);
    assert.equal(seen.length, 3);
  });
});

describe('recall in a session with subagents', () => {
  it('returns only texts of the conversation that calls it: the main conversation or the conversation of a subagent', async () => {
    const [hooks, io] = [hosted(), new FakeIo()];
    const $ = claudeCodeOver(io);
    const main = [...opening('Raise the rate.'), ...steps(1, 2, 100)];
    const forked = [...main.slice(0, -1), said('Look at the users, as a fork.')];
    const system = 'cc_is_subagent=true; You are an agent.';
    const url = 'https://api.anthropic.com/v1/messages';
    const send = (body: string, headers = {}): unknown =>
      hooks.get('http.fetch')?.hook($, { url, init: { body, headers } }, next({}, []));
    const recall = async (args: object): Promise<string> =>
      JSON.stringify(await hooks.get('tool.run mcp__longthread__recall')?.hook($, args, next({}, [])));
    await send(bodyOf(main));
    await send(bodyOf([...opening('Look at the mail.'), ...steps(501, 502, 100)], system), {
      'x-claude-code-agent-id': 'a1',
    });
    await send(bodyOf(forked, system), { 'x-claude-code-agent-id': 'a2' });
    assert.match(await recall({ address: 'm1', agentId: 'a1' }), /Look at the mail\./);
    assert.match(await recall({ address: 'm1' }), /Raise the rate\./);
    assert.match(await recall({ query: 'as a fork', agentId: 'a2' }), /Look at the users/);
    assert.match(await recall({ address: 'm5' }), /file 2/);
    assert.match(await recall({ address: 'm1', agentId: 'a3' }), /nothing has the address/);
  });
});

/** Returns a Claude Code interface whose calls fail, except for messages to the person, which go to `told`. */
function brokenHost(told: string[]): ClaudeCode {
  const failing = new Proxy({}, { get: () => () => Promise.reject(new Error('out of order')) });
  const ui = { toast: (text: string) => told.push(text), log: () => undefined, status: () => undefined };
  const $ = new Proxy(
    { plugin: { root: '/plugin' } },
    { get: (target, noun) => (noun === 'plugin' ? target.plugin : noun === 'ui' ? ui : failing) },
  );
  return $ as unknown as ClaudeCode;
}

describe('a hook of the plugin', () => {
  let told: string[];
  let broken: ClaudeCode;

  beforeEach(() => {
    told = [];
    broken = brokenHost(told);
  });

  it('lets Claude Code continue if the hook fails, and tells the person about the first failure only', async () => {
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
      init: { body: BODY },
    });
    await asked('session.compact', { trigger: 'auto' });
    await asked('session.compact', { trigger: 'manual', instructions: '' });
    await asked('command.run compact', { command: 'compact', args: '' });
    await asked('tool.check', { tool: 'Write', input: {} });
    assert.deepEqual(told, [say.FAILED]);
  });

  it('returns the provider’s error response unchanged if the hook fails', async () => {
    const event = { url: 'https://api.anthropic.com/v1/messages', init: { body: BODY } };
    const hook = hosted().get('http.fetch')?.hook;
    for (const answer of [{ status: 413 }, { value: { status: 400 } }]) {
      const seen: unknown[] = [];
      assert.equal(await hook?.(broken, event, next(answer, seen)), answer);
      assert.deepEqual(seen, [event]);
    }
  });

  it('passes on the size of the context even if Claude Code’s interface fails', async () => {
    const seen: unknown[] = [];
    const size = { context: { window: 200_000 } };
    await hosted().get('session.measure')?.hook(broken, size, next({}, seen));
    assert.deepEqual(seen, [size]);
  });

  it('answers /longthread even if Claude Code’s interface fails', async () => {
    const report = await hosted().get('command.run longthread')?.hook(broken, {}, next({}, []));
    assert.match((report as { readonly text: string }).text, /^Longthread has seen no request yet/u);
  });

  it('has a fallback that lets Claude Code continue as if there were no plugin, unless it is a hook of the plugin’s own tool or command', async () => {
    for (const [name, { instead }] of hosted()) {
      if (name.startsWith('tool.run') || name === 'command.run longthread') continue;
      const seen: unknown[] = [];
      await instead?.(broken, { a: 1 }, next({}, seen));
      assert.deepEqual(seen, [{ a: 1 }], name);
    }
  });
});

describe('an HTTP request', () => {
  it('that counts tokens, has no body or comes from another plugin is passed on unchanged, and Claude Code’s interface is not called', async () => {
    const told: string[] = [];
    const broken = brokenHost(told);
    const hook = hosted().get('http.fetch')?.hook;
    for (const [url, body, plugin] of [
      ['https://api.anthropic.com/v1/messages/count_tokens?beta=true', BODY, 'engine'],
      ['https://api.anthropic.com/v1/messages', undefined, 'engine'],
      ['https://api.anthropic.com/v1/messages', BODY, 'another'],
    ] as const) {
      const seen: unknown[] = [];
      await hook?.(broken, { url, init: { body } }, next({}, seen, plugin));
      assert.deepEqual(seen, [{ url, init: { body } }]);
    }
    assert.deepEqual(told, []);
  });
});
