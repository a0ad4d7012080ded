import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { blocksIn } from '../support/claudeRequests.ts';
import { withClaudeCode, type ClaudeCode } from './claudeCode.ts';
import { answersSince } from './claudeEndpoint.ts';
import {
  FIRST,
  hasNotes,
  assertValid,
  promptsIn,
  writeProject,
  countingReader,
  reader,
  unmarked,
  writer,
} from './claudeWork.ts';

describe('The real Claude Code with the plugin', () => {
  let claude: ClaudeCode;

  withClaudeCode((started) => {
    claude = started;
  });

  it('stays below its own compaction threshold in 200 messages with tools, thinking and images', async () => {
    writeProject(claude, 100);
    claude.endpoint.answer = reader(claude);
    assert.equal((await claude.say(FIRST.replace('all', '100'))).result, 'All 100 are read.');
    const { requests } = claude.endpoint;
    assert.equal(requests.length, 101);
    let breaks = 0;
    for (const [at, request] of requests.entries()) {
      assertValid(request);
      assert.ok(
        JSON.stringify(request.messages).includes('never touch docs/'),
        `request ${String(at)} lacks the rule`,
      );
      assert.ok(JSON.stringify(request).length / 4 < 67_000, 'a request reaches Claude Code’s own threshold');
      const before = unmarked(requests[at - 1]?.messages ?? []);
      if (before.some((message, index) => message !== unmarked(request.messages)[index])) breaks += 1;
    }
    const last = requests.at(-1)?.messages ?? [];
    assert.ok(last.length >= 150, `the last request has only ${String(last.length)} messages`);
    assert.ok(last.some((message) => blocksIn(message).some(({ type }) => type === 'thinking')));
    assert.ok(JSON.stringify(last.slice(-30)).includes('"image"'));
    assert.ok(breaks >= 2 && breaks <= 30, `the cache broke ${String(breaks)} times in 100 requests`);
    assert.ok(
      requests.every(
        (request) => !JSON.stringify(request.messages.at(-1)).includes('create a detailed summary'),
      ),
    );
  });

  it('sends the last request’s messages again, unchanged and only once, after a new process resumes the session', async () => {
    writeProject(claude, 60);
    claude.endpoint.answer = reader(claude);
    await claude.say('Work through 60 files.');
    const before = unmarked(claude.endpoint.requests.at(-1)?.messages ?? []);
    await claude.say('Read 2 more.');
    const after = claude.endpoint.requests[61];
    assert.ok(after !== undefined);
    assertValid(after);
    assert.deepEqual(unmarked(after.messages).slice(0, before.length), before);
  });

  it('compacts on the person’s command, and can undo and redo the compaction in the same process', async () => {
    writeProject(claude, 40);
    claude.windowTokens = 400_000;
    claude.endpoint.answer = reader(claude);
    const said = await claude.talk([
      'Work through 40 files.',
      '/compact keep the names',
      'Read 1 more.',
      '/compact undo',
      'Read 1 again.',
      '/compact redo',
      'Read 1 at last.',
      '/longthread',
    ]);
    assert.match(
      said[1] ?? '',
      /Longthread compacted \d+ messages \(about \d+k tokens\) → \d+ \(about \d+k?\) without a model/,
    );
    assert.match(said[3] ?? '', /again contains the messages/);
    assert.match(said[5] ?? '', /applies the compaction again/);
    assert.match(said[7] ?? '', /Compacted: .*Secrets are not masked/s);
    const { requests } = claude.endpoint;
    requests.forEach(assertValid);
    const [whole, compacted, undone, redone] = [40, 41, 43, 45].map((at) => requests[at]);
    assert.ok(whole && compacted && undone && redone);
    assert.deepEqual([whole, compacted, undone, redone].map(hasNotes), [false, true, false, true]);
    assert.ok(compacted.messages.length < whole.messages.length / 2);
    assert.deepEqual(unmarked(undone.messages).slice(0, whole.messages.length), unmarked(whole.messages));
    assert.deepEqual(
      unmarked(redone.messages).slice(0, compacted.messages.length - 1),
      unmarked(compacted.messages).slice(0, -1),
    );
  });

  it('sends only one set of notes after ten compactions, and keeps the port and rule from the first message', async () => {
    writeProject(claude, 10, 3_000);
    claude.windowTokens = 1_000_000;
    claude.endpoint.answer = reader(claude);
    const prompts = Array.from({ length: 10 }, (_, at) => [
      at === 0
        ? 'Work through 10 files; the port is 48213, and never touch docs/.'
        : `Read 10 of round ${String(at)}.`,
      '/compact',
    ]).flat();
    await claude.talk([...prompts, 'Read 1 at last.']);
    const last = claude.endpoint.requests.at(-1);
    assert.ok(last !== undefined);
    assertValid(last);
    const sent = JSON.stringify(last.messages);
    assert.ok(sent.includes('48213') && sent.includes('never touch docs/'));
    assert.equal(
      sent.split('<longthread-record>').length,
      2,
      'the request does not contain exactly one set of notes',
    );
    assert.ok(last.messages.length < 80, `${String(last.messages.length)} messages`);
  });

  it('compacts, and finishes the task, if the provider refuses a request as too long', async () => {
    writeProject(claude, 40);
    claude.windowTokens = 1_000_000;
    const answer = countingReader(claude);
    claude.endpoint.answer = (request) =>
      JSON.stringify(request.messages).length > 150_000 ? { status: 400 } : answer(request);
    const { result } = await claude.say('Work through 30 files.');
    assert.equal(result, 'All 30 are read.');
    claude.endpoint.requests.forEach(assertValid);
    assert.ok(
      claude.endpoint.requests.every(
        (request) => !JSON.stringify(request.messages.at(-1)).includes('create a detailed summary'),
      ),
    );
  });

  it('shortens the requests of the session, but not the requests of a subagent', async () => {
    writeProject(claude, 40);
    claude.endpoint.answer = (request) => {
      if (request.system[0]?.text.includes('cc_is_subagent=true'))
        return answersSince(request, 'Read') < 2
          ? { text: 'I look.', call: { name: 'Bash', input: { command: 'ls src', description: 'look' } } }
          : { text: 'The subagent is done.' };
      const done = answersSince(request, 'Work');
      if (done === 20)
        return {
          text: 'I ask one.',
          call: {
            name: 'Agent',
            input: { description: 'look', prompt: 'Read the users.', subagent_type: 'general-purpose' },
          },
        };
      return done > 32
        ? { text: 'Done.' }
        : {
            text: 'I read.',
            call: {
              name: 'Read',
              input: { file_path: path.join(claude.project, `src/file${String(done)}.ts`) },
            },
          };
    };
    await claude.say('Work with a subagent.');
    const { requests } = claude.endpoint;
    requests.forEach(assertValid);
    const subagents = requests.filter(
      ({ system }) => system[0]?.text.includes('cc_is_subagent=true') === true,
    );
    assert.ok(subagents.length >= 3);
    assert.ok(
      subagents.every((request) => !hasNotes(request) && !JSON.stringify(request).includes('recall m')),
    );
    const own = requests.filter((request) => !subagents.includes(request));
    assert.ok(JSON.stringify(own.at(-1)).includes('recall m'), 'no result of the session was shortened');
  });

  it('stops a call that violates a rule of the person', async () => {
    claude.endpoint.answer = writer(claude, 'Work');
    await claude.say(FIRST);
    assert.equal(existsSync(path.join(claude.project, 'docs/a.md')), false);
    const refused = JSON.stringify(claude.endpoint.requests.at(-1)?.messages.at(-1));
    assert.match(refused, /never touch docs/);
  });

  it('lets the model look up a result that left the context', async () => {
    writeProject(claude, 45);
    claude.file('src/file0.ts', `const secretPlace = "E_ROUND_7731";\n${'x'.repeat(9_000)}`);
    claude.endpoint.answer = (request) =>
      answersSince(request, 'Read') === 0 && promptsIn(request).length > 1
        ? {
            text: 'I look it up.',
            call: { name: 'mcp__longthread__recall', input: { query: 'E_ROUND_7731' } },
          }
        : reader(claude)(request);
    await claude.say('Work through 40 files.');
    await claude.say('Read 1 thing again.');
    assert.match(JSON.stringify(claude.endpoint.requests.at(-1)?.messages), /\[m\d+\]\\n.*E_ROUND_7731/);
  });
});
