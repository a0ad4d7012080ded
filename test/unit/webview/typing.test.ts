import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { ChatHost } from '../../../src/webview/chat/chatHost.ts';
import { KeptChat } from '../../../src/webview/chat/kept.ts';
import { Typing } from '../../../src/webview/chat/typing.ts';

describe('The composer’s text', () => {
  let told: unknown[];
  let typing: Typing;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    // `Typing` calls `window.setTimeout`. Node has no `window`, but has the same timers as global functions.
    Object.assign(globalThis, { window: globalThis });
    told = [];
    typing = new Typing(() => ({ tell: (request: unknown) => told.push(request) }) as unknown as ChatHost);
  });

  afterEach(() => {
    mock.timers.reset();
    Reflect.deleteProperty(globalThis, 'window');
  });

  it('is reported to the host each time a session is shown', () => {
    typing.restart({ text: '', at: 0 });
    typing.changed({ text: '', at: 1 });
    typing.restart({ text: '', at: 0 });
    assert.deepEqual(told, [
      { type: 'typed', text: '', at: 0 },
      { type: 'typed', text: '', at: 0 },
    ]);
  });

  it('is reported to the host when typing pauses', () => {
    typing.changed({ text: 'one', at: 100 });
    mock.timers.tick(299);
    assert.deepEqual(told, []);
    mock.timers.tick(1);
    assert.deepEqual(told, [{ type: 'typed', text: 'one', at: 100 }]);
  });

  it('is reported to the host within a second during steady typing', () => {
    for (let at = 0; at <= 1_000; at += 100) {
      typing.changed({ text: `word ${String(at)}`, at });
      mock.timers.tick(100);
    }
    assert.deepEqual(told, [{ type: 'typed', text: 'word 900', at: 900 }]);
  });

  it('is reported to the host immediately when `tell` is called', () => {
    typing.changed({ text: 'half a thought', at: 5 });
    typing.tell();
    mock.timers.tick(1_000);
    assert.deepEqual(told, [{ type: 'typed', text: 'half a thought', at: 5 }]);
  });

  it('is the newer of the typed text and the host’s stored text', () => {
    const stored = { loadState: () => undefined, saveState: () => undefined };
    const kept = new KeptChat(stored);
    const shown = { header: { sessionId: 's1' }, composer: { typed: { text: 'left', at: 5 } } };
    typing.follow(shown as unknown as Parameters<Typing['follow']>[0], kept);
    mock.timers.tick(1_000);
    assert.deepEqual(kept.typedIn('s1'), { text: 'left', at: 5 });
    assert.deepEqual(told, [{ type: 'typed', text: 'left', at: 5 }]);
    const own = kept.setTyped('s1', 'typed here since');
    typing.follow(shown as unknown as Parameters<Typing['follow']>[0], kept);
    mock.timers.tick(1_000);
    assert.deepEqual(kept.typedIn('s1'), own);
    assert.deepEqual(told.at(-1), { type: 'typed', ...own });
  });
});
