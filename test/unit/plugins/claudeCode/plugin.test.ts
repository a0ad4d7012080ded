import assert from 'node:assert/strict';
import { stateFile } from '../../../../src/adapters/claudeCode/homeFiles.ts';
import { Plugin } from '../../../../src/plugins/claudeCode/plugin.ts';
import { RECALL_TOOL } from '../../../../src/plugins/claudeCode/recallTool.ts';
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
  it('shortens a request, and saves the state beside the transcript', async () => {
    const io = new FakeIo();
    const body = await new Plugin().project(LONG, io);
    assert.ok(body !== undefined && body.length < LONG.length / 2);
    assert.equal(STATE, '/projects/session-1.longthread.json');
    assert.ok(io.files.has(STATE));
    assert.match(io.statuses[0] ?? '', /^Longthread ≈ \d+k of 80k$/);
    assert.equal(await new Plugin().project(LONG, io), body, 'another process sends another body');
  });

  it('shortens a request even if the state can’t be saved', async () => {
    const io = new FakeIo();
    io.write = () => Promise.reject(new Error('more than 4 MiB'));
    const plugin = new Plugin();
    assert.ok(((await plugin.project(LONG, io)) ?? LONG).length < LONG.length / 2);
    assert.match((await plugin.command('undo', io)) ?? '', /again contains the messages/);
    assert.deepEqual(io.told, [say.FAILED]);
  });

  it('shortens a request even if the saved state can’t be read, but then neither changes the saved state nor carries out commands from VS Code', async () => {
    const io = installed(new FakeIo());
    io.files.set(STATE, 'the earlier state');
    io.files.set('/home/wishes/session-1.json', wishFile({ number: 1, wish: { kind: 'compact' } }));
    const read = io.readText.bind(io);
    io.readText = (path) => (path === STATE ? Promise.reject(new Error('EACCES')) : read(path));
    const plugin = new Plugin();
    assert.equal(await plugin.project(SHORT, io), undefined);
    assert.ok(((await plugin.project(LONG, io)) ?? LONG).length < LONG.length / 2);
    assert.equal(await plugin.command('undo', io), say.UNDONE);
    assert.equal(io.files.get(STATE), 'the earlier state');
    assert.deepEqual(io.told, [say.UNREADABLE]);
    assert.match(io.debugged[0] ?? '', /could not read .*session-1\.longthread\.json: EACCES/);
  });

  it('uses the window of the model that the person chose last', async () => {
    const io = new FakeIo();
    const plugin = new Plugin();
    io.window = 1_000_000;
    assert.equal(await plugin.project(LONG, io), undefined);
    io.window = 100_000;
    assert.ok(((await plugin.project(LONG, io)) ?? LONG).length < LONG.length / 2);
    io.window = 1_000_000;
    await plugin.project(LONG, io);
    const sizes = io.statuses.map((status) => status.replace(/^.* of /, ''));
    assert.equal(sizes[1], '80k');
    assert.equal(sizes[2], sizes[0]);
  });

  it('asks before a compaction and shows the sizes, and can undo and redo the compaction', async () => {
    const io = new FakeIo();
    const plugin = new Plugin();
    io.window = 1_000_000;
    await plugin.project(LONG, io);
    io.answer = say.LEAVE;
    assert.equal(await plugin.command('', io), say.LEFT);
    assert.match(
      io.asked[0] ?? '',
      /^Longthread would compact \d+ messages \(about \d+k tokens\) → \d+ \(about \d+k\)\. Compact\?$/,
    );
    assert.equal(await plugin.project(LONG, io), undefined);
    io.answer = say.COMPACT;
    assert.match((await plugin.command('', io)) ?? '', /without a model/);
    const body = await plugin.project(LONG, io);
    assert.ok(body !== undefined);
    assert.equal(await plugin.command('undo', io), say.UNDONE);
    assert.equal(await plugin.project(LONG, io), undefined);
    assert.equal(await plugin.command('redo', io), say.REDONE);
    assert.equal(await plugin.project(LONG, io), body);
    assert.match(plugin.report(), /Without Longthread, it would take about \d+k\.\nCompacted: /);
    assert.match(plugin.report(), /Secrets are not masked in Claude Code\.$/);
  });

  it('carries out a command with the next request if the plugin has not seen a request yet', async () => {
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

  it('tells the person if there is nothing to report, undo, redo or compact', async () => {
    const io = new FakeIo();
    const plugin = new Plugin();
    assert.equal(
      plugin.report(),
      'Longthread has seen no request yet.\nNothing is compacted.\nSecrets are not masked in Claude Code.',
    );
    await plugin.project(bodyOf(opening('Hello.')), io);
    assert.equal(await plugin.command('undo', io), say.NOTHING_TO_UNDO);
    assert.equal(await plugin.command('redo', io), say.NOTHING_TO_REDO);
    assert.match((await plugin.command('', io)) ?? '', /^Longthread: /);
    assert.equal(io.asked.length, 0);
  });

  it('compacts instead of Claude Code, unless nothing can be shortened', async () => {
    const io = new FakeIo();
    io.window = 1_000_000;
    const plugin = new Plugin();
    assert.equal(await plugin.compactInstead(io), say.PROJECTS);
    assert.ok((await plugin.project(LONG, io)) !== undefined, 'the wish was not carried out');
    const other = new Plugin();
    io.files.clear();
    await other.project(SHORT, io);
    assert.equal(await other.compactInstead(io), say.PROJECTS);
    const bare = new Plugin();
    io.files.clear();
    await bare.project(bodyOf(opening('Hello.')), io);
    assert.equal(await bare.compactInstead(io), undefined);
  });

  it('does nothing if the extension is no longer installed or the requests to the provider can’t be changed', async () => {
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
    await running.project(SHORT, removed);
    const write = { tool: 'Write', input: { file_path: '/shop/docs/a.md', content: 'x' } };
    assert.match((await running.ruleAgainst(write, removed)) ?? '', /never touch docs/);
    removed.files.clear();
    assert.equal(await running.project(LONG, removed), undefined, 'the plugin still works after its removal');
    assert.equal(await running.ruleAgainst(write, removed), undefined);
    assert.equal(removed.files.size, 0);
    const other = new FakeIo();
    other.isOther = true;
    assert.equal(await new Plugin().project(LONG, other), undefined);
  });

  it('writes heartbeats for VS Code, and carries out each command from VS Code only once', async () => {
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
    assert.equal(await plugin.project(LONG, io), undefined, 'the command was carried out again');
    assert.equal(
      await new Plugin().project(LONG, io),
      undefined,
      'another process carried out the command again',
    );
    io.files.set('/home/wishes/session-1.json', wishFile({ number: 2, wish: { kind: 'redo' } }));
    assert.equal(await plugin.project(LONG, io), body);
    assert.match(io.files.get('/home/sessions/session-1.json') ?? '', /"figures":\{"usedTokens":\d+/);
  });

  it('starts and shortens a request even if the files that it shares with VS Code can’t be read or written', async () => {
    const io = installed(new FakeIo());
    const [read, write] = [io.readText.bind(io), io.write.bind(io)];
    const refusal = new Error('EROFS: read-only file system');
    io.write = (path, text) => (path === STATE ? write(path, text) : Promise.reject(refusal));
    io.readText = (path) => (path.includes('/wishes/') ? Promise.reject(refusal) : read(path));
    const plugin = new Plugin();
    assert.equal(await plugin.sendFirstHeartbeat(io), true);
    assert.ok(((await plugin.project(LONG, io)) ?? LONG).length < LONG.length / 2);
    assert.deepEqual(io.told, []);
    assert.equal(io.debugged.length, 3);
    assert.match(io.debugged[0] ?? '', /^Longthread could not write \/home\/sessions\/.*read-only/);
  });

  it('returns original texts by address or by words, but no results of earlier recalls', async () => {
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
    const call = { type: 'tool_use', id: 'r1', name: RECALL_TOOL, input: { query: 'zebra17' } };
    const result = { type: 'tool_result', tool_use_id: 'r1', content: 'The zebra17, as recalled before.' };
    const recallRows = [
      { message: { role: 'assistant', content: [call] } },
      { message: { role: 'user', content: [result] } },
    ];
    for (const end of ['\n', '']) {
      const rows = [...recallRows, old].map((row) => JSON.stringify(row)).join('\n');
      io.files.set('/projects/session-1.jsonl', `${filler}${rows}${end}`);
      assert.equal(
        await plugin.recall({ query: 'zebra17' }, io),
        '[line 4 of the transcript]\nThe zebra17 of long ago.',
      );
    }
  });

  it('finds paths with backslashes in calls and results of the transcript', async () => {
    const io = new FakeIo();
    const plugin = new Plugin();
    await plugin.project(LONG, io);
    const rows = [
      {
        role: 'assistant',
        content: [
          {
            type: 'tool_use',
            id: 'c1',
            name: 'Read',
            input: { path: String.raw`C:\zebra17\a.ts`, limit: 98765 },
          },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'c1',
            content: [{ type: 'text', text: String.raw`See D:\zebra18\b.ts.` }],
          },
        ],
      },
    ].map((message) => JSON.stringify({ message }));
    io.files.set('/projects/session-1.jsonl', rows.join('\n'));
    assert.equal(
      await plugin.recall({ query: String.raw`C:\zebra17\a.ts` }, io),
      '[line 1 of the transcript]\nRead\npath\nC:\\zebra17\\a.ts\nlimit\n98765',
    );
    assert.match(await plugin.recall({ query: '98765' }, io), /^\[line 1 of the transcript\]/u);
    assert.equal(
      await plugin.recall({ query: String.raw`D:\zebra18\b.ts` }, io),
      '[line 2 of the transcript]\nSee D:\\zebra18\\b.ts.',
    );
  });

  it('finds the person’s rule that a tool call violates', async () => {
    const io = new FakeIo();
    const plugin = new Plugin();
    const ruleOf = (tool: string, input: object): Promise<string | undefined> =>
      plugin.ruleAgainst({ tool, input }, io);
    assert.equal(
      await ruleOf('Write', { file_path: '/shop/docs/a.md' }),
      undefined,
      'a rule was found before the first request',
    );
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
