import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from '../../src/core/log/entry.ts';
import { askInAgent, tellCompactions } from '../../src/extension/agent/tellInAgent.ts';
import type { Notify } from '../../src/extension/asking/ask.ts';
import type { OpenSession } from '../../src/extension/sessions/openSession.ts';
import { emptyCompaction } from '../support/sessionBuilder.ts';

/** Records the notifications that are shown, and presses their buttons on request. */
class Notices {
  readonly told: string[][] = [];
  readonly #answers: ((button?: string) => void)[] = [];

  readonly tell: Notify = (...words) => {
    this.told.push(words);
    return new Promise((resolve) => this.#answers.push(resolve));
  };

  async press(button?: string): Promise<void> {
    this.#answers.shift()?.(button);
    await nextTurn();
  }
}

describe('the question whether to compact a session of the editor’s agent', () => {
  let notices: Notices;
  let done: string[];
  let question: object | undefined;
  let isAgentLed: boolean;
  let happen: (event: { type: string }) => void;
  const changed = new vscode.EventEmitter<OpenSession | undefined>();

  beforeEach(() => {
    notices = new Notices();
    [done, question, isAgentLed] = [[], undefined, true];
    const asking = {
      get question() {
        return question;
      },
      agree: () => done.push('agreed'),
    };
    const session = {
      id: 's1',
      live: { onAppend: () => () => undefined, onReload: () => () => undefined },
      conversation: {
        onEvent: (listener: typeof happen) => {
          happen = listener;
          return () => undefined;
        },
        request: { gauge: () => ({ share: 0.714 }) },
        compactor: { asking, defer: () => done.push('deferred') },
      },
    } as unknown as OpenSession;
    const acting = {
      current: session,
      onDidChange: changed.event,
      get isAgentLed() {
        return isAgentLed;
      },
      choose: ({ id }: OpenSession) => {
        done.push(`chose ${id}`);
      },
    };
    const services = { logger: { error: (problem: string) => assert.fail(problem) } };
    askInAgent({ acting, pending: { of: () => 0 }, services }, notices.tell);
  });

  const ask = (): void => {
    question = { tier: 'background' };
    happen({ type: 'gauge' });
  };

  it('is shown once for each due compaction', () => {
    ask();
    happen({ type: 'gauge' });
    assert.deepEqual(notices.told, [
      ['The context of the agent’s chat is 71 % full. Compact it?', 'Compact', 'Preview', 'Postpone'],
    ]);
    question = undefined;
    happen({ type: 'gauge' });
    ask();
    assert.equal(notices.told.length, 2);
  });

  it('is answered with Compact or Postpone, but not by closing the notification', async () => {
    ask();
    await notices.press();
    assert.deepEqual(done, []);
    question = undefined;
    happen({ type: 'gauge' });
    ask();
    await notices.press('Compact');
    assert.deepEqual(done, ['agreed']);
    question = undefined;
    happen({ type: 'gauge' });
    ask();
    await notices.press('Postpone');
    assert.deepEqual(done, ['agreed', 'deferred']);
  });

  it('switches the views and commands to the agent’s session if the person presses Preview', async () => {
    ask();
    await notices.press('Preview');
    assert.deepEqual(done, ['chose s1']);
  });

  it('ignores a button that the person presses after the question was settled', async () => {
    ask();
    question = undefined;
    await notices.press('Compact');
    assert.deepEqual(done, []);
  });

  it('is not shown as a notification for Longthread’s own chat', () => {
    isAgentLed = false;
    ask();
    assert.deepEqual(notices.told, []);
  });
});

describe('a compaction of a session of the editor’s agent', () => {
  type Event = (typeof emptyCompaction)['event'];
  let notices: Notices;
  let append: (event: Partial<Event>) => void;

  beforeEach(() => {
    notices = new Notices();
    const onAppend = (listener: (entry: Entry) => void) => {
      append = (event) => {
        const entry = { ...emptyCompaction, event: { ...emptyCompaction.event, ...event } };
        listener({ v: 1, id: 'e1', at: 0, ...entry });
      };
      return () => undefined;
    };
    tellCompactions({ onAppend, entries: [] }, notices.tell);
  });

  it('causes only one notification at a time if the compaction is urgent', async () => {
    append({ reason: 'emergency', tier: 'emergency', tokensBefore: 45_000, tokensAfter: 20_000 });
    append({ reason: 'overflow', tier: 'emergency' });
    assert.equal(notices.told.length, 1);
    assert.match(
      notices.told[0]![0]!,
      /no room for its next request.* compacted it at once: 45k → 20k tokens/,
    );
    await notices.press();
    append({ reason: 'overflow', tier: 'emergency' });
    assert.equal(notices.told.length, 2);
  });

  it('causes no notification if the compaction was due at a threshold or requested by the person', () => {
    append({ reason: 'threshold', tier: 'background' });
    append({ reason: 'manual', tier: 'manual' });
    assert.deepEqual(notices.told, []);
  });
});
