import assert from 'node:assert/strict';
import type { Redactor } from '../../../../src/core/ports.ts';
import type { Draft } from '../../../../src/core/log/entry.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { maskedTexts } from '../../../../src/core/session/markSecrets.ts';
import { liveOver } from '../../../support/liveSessions.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';

const redactor: Redactor = {
  find: (texts) =>
    Promise.resolve(
      texts.map((text) =>
        [...text.matchAll(/hunter/g)].map(({ index }) => ({
          start: index,
          end: index + 6,
          kind: 'password',
        })),
      ),
    ),
};

function open(log: MemoryLog): Promise<LiveSession> {
  return liveOver(log, { redactor, now: 7 });
}

describe('Texts of entries other than messages', () => {
  const secretive: readonly Draft[] = [
    { kind: 'session', title: 'use hunter to log in' },
    {
      kind: 'stage',
      title: 'hunter',
      by: 'person',
      first: 'm1',
      last: 'm1',
      messageCount: 1,
      detailed: 'with hunter',
      brief: 'by hunter',
    },
    { kind: 'memory', op: 'save', memoryId: 'y1', type: 'fact', text: 'it is hunter' },
    { kind: 'note', source: 'terminal', text: 'login hunter' },
    { kind: 'notesEdited', line: 'hunter opens', text: 'it is hunter', on: true, rule: 'hunter opens' },
    { kind: 'recall', by: 'person', query: 'where is hunter', facts: [] },
  ];
  for (const draft of secretive) {
    it(`are masked before they are written: ${draft.kind}`, async () => {
      const log = new MemoryLog();
      const live = await open(log);
      await live.append(draft);
      await live.appendAll([draft]);
      const stored = JSON.stringify(log.entries);
      assert.doesNotMatch(stored, /hunter/);
      assert.match(stored, /\[secret: password\]/);
    });
  }

  it('have known secrets masked even if the search for secrets fails', async () => {
    const password = 'Tide-4711-harbour';
    let isDown = false;
    const log = new MemoryLog();
    const live = await liveOver(log, {
      redactor: {
        find: (texts) =>
          isDown
            ? Promise.reject(new Error('The worker ended.'))
            : Promise.resolve(
                texts.map((text) => {
                  const start = text.indexOf(password);
                  return start < 0 ? [] : [{ start, end: start + password.length, kind: 'password' }];
                }),
              ),
      },
      now: 7,
    });
    const said = { role: 'user' as const, parts: [{ type: 'text' as const, text: `It is ${password}.` }] };
    await live.append({ kind: 'message', message: said });
    isDown = true;
    await live.append({ kind: 'note', source: 'terminal', text: `login ${password}` });
    assert.match(JSON.stringify(log.entries.at(-1)), /"text":"login \[secret: password/u);
  });

  it('are removed instead of masked if they are facts of a recall and contain a secret', async () => {
    const log = new MemoryLog();
    const live = await open(log);
    const facts = ['src/login.ts', 'hunter', 'hunter_key'];
    await live.append({ kind: 'recall', by: 'model', query: 'hunter in src/login.ts', facts });
    await live.append({ kind: 'recall', by: 'model', target: 'm1', facts: ['src/a.ts'] });
    assert.deepEqual(
      log.entries.map((entry) => (entry.kind === 'recall' ? entry.facts : [])),
      [['src/login.ts'], ['src/a.ts']],
    );
    assert.equal(await live.masked('is hunter'), 'is [secret: password]');
  });

  it('are masked, but the workspace’s URL and a memory’s id are not', async () => {
    const log = new MemoryLog();
    const live = await open(log);
    const session = { kind: 'session', title: 'hunter', workspace: 'file:///hunter' } as const;
    await live.append(session);
    await live.append({ kind: 'memory', op: 'save', memoryId: 'hunter', type: 'fact', text: 'no secret' });
    assert.deepEqual(log.entries, [
      { v: 1, id: 'e1', at: 7, ...session, title: '[secret: password]' },
      {
        v: 1,
        id: 'e2',
        at: 7,
        kind: 'memory',
        op: 'save',
        memoryId: 'hunter',
        type: 'fact',
        text: 'no secret',
      },
    ]);
  });

  it('are masked only in the field of a stage that contains the secret', async () => {
    const log = new MemoryLog();
    const live = await open(log);
    const digest = { title: 'Login', detailed: 'Fixed it.', brief: 'Fixed.' };
    const stage = { kind: 'stage', by: 'person', first: 'm1', last: 'm1', messageCount: 1 } as const;
    for (const name of ['title', 'detailed', 'brief'] as const) {
      await live.append({ ...stage, ...digest, [name]: 'by hunter' });
      const entry = log.entries.at(-1);
      assert.ok(entry?.kind === 'stage');
      const { title, detailed, brief } = entry;
      assert.deepEqual({ title, detailed, brief }, { ...digest, [name]: 'by [secret: password]' });
    }
  });

  it('stay unchanged without a secret', async () => {
    const log = new MemoryLog();
    const live = await open(log);
    await live.append({ kind: 'session', title: 'Fix the login', strategy: 'hybrid' });
    const [entry] = log.entries;
    assert.deepEqual(entry, {
      v: 1,
      id: 'e1',
      at: 7,
      kind: 'session',
      title: 'Fix the login',
      strategy: 'hybrid',
    });
  });

  it('are also masked when stored outside the log', async () => {
    assert.deepEqual(await maskedTexts(['a hunter', '', 'hunter, hunter'], redactor), [
      'a [secret: password]',
      '',
      '[secret: password], [secret: password]',
    ]);
  });
});
