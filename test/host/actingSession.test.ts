import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ConversationEvent } from '../../src/core/chat/conversation.ts';
import { ActingSession } from '../../src/extension/sessions/actingSession.ts';
import type { OpenSession } from '../../src/extension/sessions/openSession.ts';
import type { SessionHost } from '../../src/extension/sessions/sessionHost.ts';

interface FakeSession extends OpenSession {
  tell(event: ConversationEvent): void;
}

function session(id: string): FakeSession {
  const listeners: ((event: ConversationEvent) => void)[] = [];
  const live = { onAppend: () => () => undefined, onReload: () => () => undefined };
  const conversation = {
    isBusy: true,
    onEvent: (listener: (event: ConversationEvent) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const tell = (event: ConversationEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return { id, live, conversation, tell } as unknown as FakeSession;
}

function window() {
  const own = {
    current: undefined as OpenSession | undefined,
    tail: undefined,
    changed: new vscode.EventEmitter<OpenSession | undefined>(),
  };
  const agent = {
    current: undefined as OpenSession | undefined,
    changed: new vscode.EventEmitter<OpenSession | undefined>(),
  };
  const host = {
    get current() {
      return own.current;
    },
    get tail() {
      return own.tail;
    },
    onDidChange: own.changed.event,
  };
  const ask = (asking: OpenSession): void => {
    agent.current = asking;
    agent.changed.fire(asking);
  };
  const sessions = {
    get current() {
      return agent.current;
    },
    get chats() {
      return agent.current === undefined ? [] : [agent.current];
    },
    choose: () => {
      agent.changed.fire(agent.current);
    },
    onDidChange: agent.changed.event,
  };
  const acting = new ActingSession(host as unknown as SessionHost, sessions);
  const show = (shown: OpenSession): void => {
    own.current = shown;
    own.changed.fire(shown);
  };
  return { acting, ask, show };
}

describe('the session that the views and commands act on', () => {
  it('is the agent’s session after the agent has sent a request', () => {
    const { acting, ask, show } = window();
    const [here, there] = [session('own'), session('agent')];
    show(here);
    assert.equal(acting.current, here);
    ask(there);
    assert.equal(acting.current, there);
    assert.ok(acting.isAgentLed);
  });

  it('is again the session of Longthread’s chat after this chat was used', () => {
    const { acting, ask, show } = window();
    const here = session('own');
    show(here);
    ask(session('agent'));
    here.tell({ type: 'busy' });
    assert.equal(acting.current, here);
    ask(session('agent'));
    const other = session('other');
    show(other);
    assert.equal(acting.current, other);
  });

  it('stays the agent’s session if something changes in the session of Longthread’s chat, but no request is sent there', () => {
    const { acting, ask, show } = window();
    const [here, there] = [session('own'), session('agent')];
    show(here);
    ask(there);
    show(here);
    here.tell({ type: 'gauge' });
    assert.equal(acting.current, there);
  });

  it('can be chosen by the person', () => {
    const { acting, ask, show } = window();
    const [here, there] = [session('own'), session('agent')];
    show(here);
    ask(there);
    assert.deepEqual(acting.choices, [here, there]);
    acting.choose(here);
    assert.equal(acting.current, here);
    acting.choose(there);
    assert.equal(acting.current, there);
  });

  it('is no longer reported to listeners after ActingSession is disposed', () => {
    const { acting, show } = window();
    const here = session('own');
    let told = 0;
    acting.onDidChange(() => (told += 1));
    show(here);
    acting.dispose();
    acting.choose(here);
    assert.equal(told, 1);
  });
});
