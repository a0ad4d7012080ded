import assert from 'node:assert/strict';
import { ChatError, StoreError } from '../../../../src/core/ports.ts';
import { activityOf } from '../../../../src/extension/chat/activity.ts';
import { errorRow } from '../../../../src/extension/chat/errorRow.ts';
import { linkTarget } from '../../../../src/extension/chat/linkTarget.ts';
import { callText, originalOf } from '../../../../src/extension/chat/originalText.ts';
import { rankPaths } from '../../../../src/extension/chat/rankPaths.ts';
import { sessionViews } from '../../../../src/extension/chat/sessionViews.ts';
import {
  CancelledError,
  describeError,
  ViewError,
} from '../../../../src/extension/webviews/describeError.ts';
import { ViewedSession } from '../../../support/viewedSession.ts';

describe('a link in an answer', () => {
  for (const [href, target] of [
    ['https://example.org/a?b#c', { kind: 'web', url: 'https://example.org/a?b#c' }],
    ['src/a.ts', { kind: 'file', path: 'src/a.ts' }],
    ['src/a.ts:40', { kind: 'file', path: 'src/a.ts', line: 40 }],
    ['src/a.ts:40-58', { kind: 'file', path: 'src/a.ts', line: 40 }],
    ['./src/a%20b.ts#L12-L20', { kind: 'file', path: './src/a b.ts', line: 12 }],
    ['file:///w/a.ts:3', { kind: 'file', path: '/w/a.ts', line: 3 }],
    ['c:/w/a.ts', { kind: 'file', path: 'c:/w/a.ts' }],
    ['command:workbench.action.quit', undefined],
    ['javascript:alert(1)', undefined],
    ['mailto:ann@example.org', undefined],
    ['vscode://file/etc/passwd', undefined],
    ['data:text/html,x', undefined],
    ['%E0%A4%A', undefined],
    ['', undefined],
  ] as const) {
    it(`leads ${target === undefined ? 'nowhere' : `to the ${target.kind}`} if its address is ${JSON.stringify(href)}`, () => {
      assert.deepEqual(linkTarget(href), target);
    });
  }
});

describe('the list of files to attach', () => {
  const paths = [
    'src/harbour.ts',
    'test/harbour.test.ts',
    'docs/ports.md',
    'src/harbour/index.ts',
    'README.md',
  ];
  const ranked = (query: string, open: readonly string[] = []): readonly string[] =>
    rankPaths(paths, { query, open, most: 3 });

  it('has matches in the name before matches in the folder', () => {
    assert.deepEqual(ranked('harb'), ['src/harbour.ts', 'test/harbour.test.ts', 'src/harbour/index.ts']);
    assert.deepEqual(ranked('rdme'), ['README.md']);
    assert.deepEqual(ranked('zzz'), []);
  });

  it('starts with open files if nothing is typed yet', () => {
    assert.equal(ranked('', ['docs/ports.md'])[0], 'docs/ports.md');
  });
});

describe('the activity of an answer', () => {
  it('has a short text, and another text for a long wait if the short text does not name the reason', () => {
    const built = new ViewedSession();
    built.calls('c1', 'src/a.ts');
    built.results('c1', 'text');
    const [call, result] = built.entries;
    assert.deepEqual(activityOf(call!), { text: 'reading src/a.ts' });
    assert.deepEqual(activityOf(result!), { text: 'thinking', late: 'preparing the request' });
    assert.deepEqual(activityOf({ type: 'busy' }), { text: 'thinking', late: 'preparing the request' });
    assert.deepEqual(activityOf({ type: 'asking', model: 'tiny' }), {
      text: 'thinking',
      late: 'waiting for the first word from tiny',
    });
    const late = 'waiting for more of the answer';
    for (const [delta, activity] of [
      [
        { type: 'text', text: 'a' },
        { text: 'answering', late },
      ],
      [
        { type: 'toolCall', index: 0, arguments: '{' },
        { text: 'answering', late },
      ],
      [
        { type: 'reasoning', text: 'a' },
        { text: 'thinking', late },
      ],
      [{ type: 'finish', reason: 'stop' }, undefined],
    ] as const)
      assert.deepEqual(activityOf({ type: 'delta', delta }), activity);
    assert.deepEqual(activityOf({ type: 'retrying', sentence: 'Too many requests.', delayMs: 20_000 }), {
      text: 'trying again: Too many requests.',
      totalMs: 20_000,
    });
    for (const event of [{ type: 'gauge' }, { type: 'noticed', sentence: 'Cut.' }] as const)
      assert.equal(activityOf(event), undefined);
  });

  it('counts the other calls of the same answer', () => {
    const built = new ViewedSession();
    built.calls('c1', 'src/a.ts');
    const [one] = built.entries;
    assert.ok(one?.kind === 'message' && one.message.role === 'assistant');
    const [part] = one.message.parts;
    const three = { ...one, message: { ...one.message, parts: [part!, part!, part!] } };
    assert.deepEqual(activityOf(three), { text: 'reading src/a.ts and 2 more' });
  });
});

describe('the end of a turn', () => {
  const row = (end: Parameters<typeof errorRow>[0]): readonly string[] | undefined =>
    errorRow(end, { id: 'x', at: 0 })?.actions.map(({ action }) => action);

  it('adds a row whose first action is a retry after the step limit, or a compaction after a context overflow', () => {
    assert.equal(row({ kind: 'stepLimit', sentence: 'Stopped.' })?.[0], 'retry');
    const error = new ChatError('contextOverflow', 'Too long.', false);
    assert.equal(row({ kind: 'failed', error })?.[0], 'compactNow');
  });

  it('adds no row if the turn was answered or stopped', () => {
    assert.deepEqual([row({ kind: 'answered' }), row({ kind: 'stopped' })], [undefined, undefined]);
  });
});

describe('the original text', () => {
  const built = new ViewedSession();
  built.asks('Read a.');
  built.calls('c1', 'src/a.ts');
  built.calls('c1', 'src/b.ts');
  built.results('c1', 'text of b');
  built.results('lost', 'text');

  it('of a tool result has the arguments of the last earlier call that has the same call id', () => {
    assert.deepEqual(originalOf(built.session, 'm4'), {
      title: 'read_file src/b.ts',
      text: 'text of b',
      arguments: [{ kind: 'path', name: 'path', text: 'src/b.ts' }],
      language: 'ts',
    });
  });

  it('of a tool result has the file’s language if the tool read the file, but not if it wrote the file', () => {
    const call = {
      type: 'toolCall' as const,
      callId: 'w1',
      name: 'write_file',
      arguments: '{"path":"src/a.ts"}',
    };
    const written = new ViewedSession();
    written.add({ kind: 'message', message: { role: 'assistant', parts: [call], finish: 'toolCalls' } });
    written.results('w1', 'Wrote src/a.ts.');
    assert.equal(originalOf(written.session, 'm2')?.language, undefined);
    assert.equal(originalOf(built.session, 'm4')?.language, 'ts');
  });

  it('of a person’s message or of a result without a call is only the message’s text', () => {
    assert.deepEqual(originalOf(built.session, 'm1'), { title: 'Message · m1', text: 'Read a.' });
    assert.deepEqual(originalOf(built.session, 'm5'), { title: 'read_file · m5', text: 'text' });
    assert.equal(originalOf(built.session, 'm99'), undefined);
  });

  it('of a call without a result has the call’s arguments', () => {
    assert.equal(callText(built.session, 'm2', 0)?.arguments?.[0]?.text, 'src/a.ts');
    assert.equal(callText(built.session, 'm2', 1), undefined);
  });
});

describe('the list of sessions', () => {
  it('marks the current session, sessions open elsewhere or in the agent, and deleted sessions', () => {
    const session = { title: 'A', messageCount: 3, logBytes: 9, lastUsedAt: 5, isOpen: true };
    const views = sessionViews(
      [
        { ...session, id: 's1' },
        { ...session, id: 's2' },
        { ...session, id: 's4' },
      ],
      [{ id: 's3', deletedAt: 4, messageCount: 2, logBytes: 9 }],
      { currentId: 's1', isInAgent: (id) => id === 's4' },
    );
    assert.deepEqual(
      views.map(({ id, title, isCurrent, isLocked, isInAgent, isTrashed }) => [
        id,
        title,
        isCurrent,
        isLocked,
        isInAgent,
        isTrashed,
      ]),
      [
        ['s1', 'A', true, false, false, false],
        ['s2', 'A', false, true, false, false],
        ['s4', 'A', false, false, true, false],
        ['s3', 'Untitled session', false, false, false, true],
      ],
    );
  });
});

describe('a failed request', () => {
  const logged: string[] = [];
  const log = (message: string, error?: unknown): void => void logged.push(`${message}: ${String(error)}`);
  const described = (error: unknown): object => describeError(error, { info: log, warn: log, error: log });

  it('is reported with the error’s message, or with no message if the request was cancelled', () => {
    for (const error of [
      new ViewError('No.'),
      new StoreError('locked', 'No.'),
      new ChatError('timeout', 'No.', true),
    ]) {
      assert.deepEqual(described(error), { message: 'No.', isCancelled: false });
    }
    for (const error of [new CancelledError(), new ChatError('cancelled', 'Stopped.', false)]) {
      assert.deepEqual(described(error), { message: '', isCancelled: true });
    }
    assert.deepEqual(logged, []);
  });

  it('is logged if the cause is a bug in Longthread', () => {
    assert.deepEqual(described(new TypeError('x is undefined')), {
      message: 'This failed: x is undefined',
      isCancelled: false,
    });
    assert.match(logged[0] ?? '', /x is undefined/);
  });
});
