import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { blocksIn } from '../support/claudeRequests.ts';
import { ClaudeCode, withClaudeCode } from './claudeCode.ts';
import { answersSince, textOf, type ClaudeAnswer, type ClaudeRequest } from './claudeEndpoint.ts';
import { writeProject, reader } from './claudeWork.ts';
import { MARK, PROBE, VALUE, type Facts } from './claudeProbe.ts';

/**
 * Tests the undocumented behaviour of Claude Code on which the plugin relies. If a new version changes this behaviour,
 * a test fails.
 */
describe('Claude Code', () => {
  let claude: ClaudeCode;
  let facts: Facts;
  let results: readonly string[];
  let requests: readonly ClaudeRequest[];

  before(async function () {
    const started = await ClaudeCode.start();
    if (started === undefined) this.skip();
    claude = started;
    claude.file('CLAUDE.md', 'Instructions of the project stand here.');
    claude.file('large.txt', 'abcdé'.repeat(1_000_000));
    const probe = claude.probe(PROBE);
    claude.plugins = [probe];
    claude.endpoint.answer = (request) => scripted(request);
    results = await claude.talk([
      'Work: word-to-change, please.',
      '/compact keep the names',
      '/compact through',
      '/longthread',
      'Read: a subagent.',
    ]);
    facts = JSON.parse(readFileSync(path.join(probe, 'facts.json'), 'utf8')) as Facts;
    requests = claude.endpoint.requests;
  });

  after(() => {
    (claude as ClaudeCode | undefined)?.stop();
  });

  function scripted(request: ClaudeRequest): ClaudeAnswer {
    const recall = { name: 'mcp__longthread__recall', input: { query: 'words' } };
    const prompt = 'Read a file.';
    if (isSubagents(request))
      return { text: 'I look.', ...(answersSince(request, prompt) === 0 && { call: recall }) };
    const last = JSON.stringify(request.messages).includes('Read: a subagent.');
    if (last)
      return answersSince(request, 'Read:') > 0
        ? { text: 'Done.' }
        : {
            text: 'I ask one.',
            call: { name: 'Agent', input: { description: 'look', prompt, subagent_type: 'general-purpose' } },
          };
    const calls: readonly NonNullable<ClaudeAnswer['call']>[] = [
      { name: 'Bash', input: { command: `echo ${MARK} > told.txt`, description: 'tell' } },
      recall,
      { name: 'Write', input: { file_path: path.join(claude.project, 'new.md'), content: 'x' } },
      { name: 'Read', input: { file_path: path.join(claude.project, 'CLAUDE.md') } },
    ];
    const call = calls[answersSince(request, 'Work:')];
    return call === undefined ? { text: 'All is done.' } : { text: 'I call.', call };
  }

  function isSubagents({ system }: ClaudeRequest): boolean {
    return JSON.stringify(system).slice(0, 500).includes('cc_is_subagent=true');
  }

  const of = (name: string): Facts[string] => facts[name] ?? [];
  const mainRequests = (): readonly ClaudeRequest[] => requests.filter((request) => !isSubagents(request));
  const steps = (): Facts[string] => of('fetched').filter(({ isStep }) => isStep);

  it('loads the module that hooks.json names, and calls the module’s `register` once', () => {
    assert.equal(of('options').length, 1);
    assert.equal(typeof of('options')[0], 'object');
  });

  it('passes the body of each request to a plugin, and sends the body as the plugin changed it', () => {
    assert.ok(steps().length >= 6);
    for (const { url, method, body, origin } of steps()) {
      assert.match(String(url), /\/v1\/messages(?:\?|$)/);
      assert.deepEqual([method, body, origin], ['POST', 'string', 'engine']);
    }
    assert.ok(JSON.stringify(requests[0]).includes('word-changed'));
    assert.ok(!JSON.stringify(requests).includes('word-to-change'));
  });

  it('passes the status of an answer to a plugin, but not the text of an answer that is streamed', () => {
    for (const { answer } of steps()) {
      const { value = answer } = answer as Record<string, unknown>;
      const { status, text, isStreaming } = value as Record<string, unknown>;
      assert.deepEqual([status, text, isStreaming], [200, '', true]);
    }
  });

  it('lets a plugin change a call in a streamed answer, runs the changed call, and keeps it in the history', () => {
    assert.equal(readFileSync(path.join(claude.project, 'told.txt'), 'utf8').trim(), VALUE);
    const { messages } = mainRequests().at(-1)!;
    assert.ok(JSON.stringify(messages).includes(VALUE), 'the changed arguments are missing in the history');
  });

  it('sends the whole history with each request, and the history only grows', () => {
    const texts = mainRequests().map(({ messages }) =>
      messages.map((message) =>
        JSON.stringify(blocksIn(message).map((block) => ({ ...block, cache_control: undefined }))),
      ),
    );
    for (const [at, messages] of texts.entries())
      assert.deepEqual(messages.slice(0, texts[at - 1]?.length ?? 0), texts[at - 1] ?? []);
  });

  it('puts instruction files in reminders before the person’s first words, in the same message', () => {
    const [first] = mainRequests()[0]!.messages;
    const blocks = blocksIn(first!);
    const reminders = blocks.filter((block) => textOf(block).trimStart().startsWith('<system-reminder>'));
    assert.ok(reminders.some((block) => textOf(block).includes('Instructions of the project')));
    assert.equal(textOf(blocks[reminders.length]!), 'Work: word-changed, please.');
  });

  it('places tool results at the beginning of a user message', () => {
    for (const { messages } of mainRequests())
      for (const message of messages.filter(({ role }) => role === 'user')) {
        const types = blocksIn(message).map(({ type }) => type);
        const results = types.filter((type) => type === 'tool_result').length;
        assert.ok(
          types.slice(0, results).every((type) => type === 'tool_result'),
          types.join(),
        );
      }
  });

  it('sends thinking blocks back with their signatures', () => {
    const thinking = mainRequests()
      .at(-1)!
      .messages.flatMap((message) => blocksIn(message).filter(({ type }) => type === 'thinking'));
    assert.ok(
      thinking.length >= 4 && thinking.every(({ signature }) => String(signature).startsWith('c2ln')),
    );
  });

  it('sets cache marks in one to four messages, and the last mark is in one of the newest two messages', () => {
    for (const { messages } of mainRequests()) {
      const marked = messages.flatMap((message, at) =>
        blocksIn(message).some((block) => 'cache_control' in block) ? [at] : [],
      );
      assert.ok(marked.length >= 1 && marked.length <= 4 && (marked.at(-1) ?? 0) >= messages.length - 2);
    }
  });

  it('marks a subagent’s request at the beginning of the system text', () => {
    assert.ok(requests.some(isSubagents));
    assert.ok(
      requests.filter(isSubagents).every(({ messages }) => JSON.stringify(messages).includes('Read a file.')),
    );
  });

  it('tells the plugin which subagent sends a request or runs the plugin’s tool', () => {
    const id = of('fetched').find(({ agentId }) => agentId !== undefined)?.['agentId'];
    const ran = of('ran').map(({ event }) => (event as { readonly agentId?: string }).agentId);
    assert.deepEqual([typeof id, ...ran], ['string', undefined, id]);
  });

  it('gives a plugin the session’s id, folders, transcript path, window and compaction threshold, and the time', () => {
    const session = of('session')[0]!;
    assert.equal(session['id'], claude.session);
    assert.equal(session['root'], realpathSync(claude.project));
    const name = realpathSync(claude.project).replaceAll(/[^a-zA-Z0-9]/g, '-');
    const transcript = path.join(claude.home, '.claude/projects', name, `${claude.session}.jsonl`);
    assert.equal(session['transcript'], transcript);
    assert.ok(existsSync(transcript));
    assert.ok(Math.abs(Date.now() - Number(session['now'])) < 86_400_000);
    assert.equal(session['plugin'], claude.plugins[0]);
    const { context } = session['usage'] as { context: Record<string, unknown> };
    assert.equal(typeof context['window'], 'number');
    const { rawMaxTokens, autoCompactThreshold } = context['breakdown'] as Record<string, unknown>;
    assert.deepEqual([typeof rawMaxTokens, typeof autoCompactThreshold], ['number', 'number']);
    assert.ok(Number(autoCompactThreshold) < claude.windowTokens);
  });

  it('gives a plugin the environment variables', () => {
    assert.deepEqual([of('session')[0]!['home'], of('session')[0]!['unset']], [claude.home, 'unset']);
  });

  it('writes and reads files for a plugin, at most 4 MiB in one call, with offsets in bytes', () => {
    const { size, part, base64, there, whole, most, written } = of('files')[0]!;
    // `abcdé` is five characters in six bytes. The last bytes of the 4 MiB are `abcd`, so the count is rounded up.
    const charactersInLimit = Math.ceil(((4 << 20) * 5) / 6);
    assert.deepEqual([size, part, there], [6_000_000, 'abcdé', [true, false]]);
    assert.equal(Buffer.from(String(base64), 'base64').toString(), 'é');
    assert.equal(whole, 'refused');
    assert.equal(most, charactersInLimit, 'a read of 4 MiB returned another number of characters');
    assert.equal(written, 'refused', 'the plugin could write more than 4 MiB');
  });

  it('keeps a plugin’s file in the folder of transcripts, and continues the session in the same transcript', async () => {
    const folder = path.dirname(String(of('files')[0]!['path']));
    assert.ok(readdirSync(folder).some((file) => file.endsWith('.longthread.json')));
    const { result } = await claude.say('Hello once more.');
    assert.equal(result, 'Done.');
    assert.equal(readdirSync(folder).filter((file) => file.endsWith('.jsonl')).length, 1);
  });

  it('can’t ask the person if it runs without a terminal', () => {
    assert.equal(of('session')[0]!['surfaces'], 0);
    assert.equal(of('asked')[0]!['answer'], 'rejected');
  });

  it('writes a plugin’s notices to the debug log', () => {
    assert.match(claude.debug, /a line of the probe/);
    assert.match(claude.debug, /a toast of the probe/);
  });

  it('lets a plugin answer /compact or prevent the compaction, and passes the person’s instructions to the plugin', () => {
    assert.deepEqual(
      of('commanded').map(({ args }) => args),
      ['keep the names', 'through'],
    );
    assert.match(results[1] ?? '', /: An answer of the probe\.$/);
    assert.deepEqual(of('compacted'), [{ trigger: 'manual', instructions: 'through' }]);
    assert.match(results[2] ?? '', /The probe compacts nothing/);
  });

  it('runs a plugin’s command, and does not send the command’s answer to the model', () => {
    assert.match(results[3] ?? '', /: A report of the probe\.$/);
    assert.ok(!JSON.stringify(mainRequests().at(-1)!.messages).includes('A report of the probe.'));
  });

  it('asks the plugin about each tool call, and rejects a call with the plugin’s reason if the plugin answers “ask”', () => {
    const found = ['Bash', 'mcp__longthread__recall', 'Write'].map((tool) =>
      of('checked').find((each) => each['tool'] === tool),
    );
    assert.ok(found.every((each) => each?.['decision'] === 'allow'));
    const [bash] = found;
    assert.equal((bash?.['input'] as { command: string }).command, `echo ${VALUE} > told.txt`);
    assert.equal(existsSync(path.join(claude.project, 'new.md')), false);
    assert.match(JSON.stringify(mainRequests().at(-1)!.messages), /The probe says no/);
  });

  it('tells the plugin that a call only reads', () => {
    const read = of('checked').find(({ tool }) => tool === 'Read');
    assert.equal(read?.['isReadOnly'], true);
  });

  it('offers a plugin’s tool with the plugin’s name as a prefix, and runs the tool with its input', () => {
    assert.ok(mainRequests()[0]!.tools.some(({ name }) => name === 'mcp__longthread__recall'));
    assert.match(JSON.stringify(of('ran')[0]), /"query":"words"/);
    assert.match(JSON.stringify(mainRequests().at(-1)!.messages), /A result of the probe/);
  });

  it('reports the token count of the context to a plugin', () => {
    const told = of('measured').map(({ context }) => (context as { tokens?: number }).tokens ?? 0);
    assert.ok(told.some((tokens) => tokens > 0));
  });

  it('runs the fallback of a hook that threw an error', () => {
    assert.ok(of('instead').length > 0);
  });

  it('writes one transcript line for each block of an answer, with the answer’s id and the time', () => {
    const lines = readFileSync(String(of('session')[0]!['transcript']), 'utf8')
      .trim()
      .split('\n');
    const rows = lines.map(
      (line) =>
        JSON.parse(line) as {
          type: string;
          timestamp?: string;
          message?: { id?: string; content?: unknown };
        },
    );
    const answers = rows.filter(({ type }) => type === 'assistant');
    assert.ok(
      answers.every(({ message }) => Array.isArray(message?.content) && message.content.length === 1),
    );
    assert.ok(new Set(answers.map(({ message }) => message?.id)).size < answers.length);
    assert.ok(answers.every(({ timestamp }) => !Number.isNaN(Date.parse(timestamp ?? ''))));
  });
});

describe('Claude Code, if its window is nearly full,', () => {
  let claude: ClaudeCode;

  withClaudeCode((started) => {
    claude = started;
  });

  it('asks the plugin before it compacts by itself, and continues without a compaction if the plugin declines', async () => {
    const probe = claude.probe(PROBE);
    claude.plugins = [probe];
    writeProject(claude, 16, 24_000);
    claude.endpoint.answer = reader(claude);
    assert.equal((await claude.say('Work through 15 files.')).result, 'All 15 are read.');
    const { compacted = [] } = JSON.parse(readFileSync(path.join(probe, 'facts.json'), 'utf8')) as Facts;
    assert.ok(compacted.length > 0);
    assert.ok(compacted.every(({ trigger, agentId }) => trigger === 'auto' && agentId === undefined));
  });
});
