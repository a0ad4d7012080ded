import assert from 'node:assert/strict';
import { SecretRedactor } from '../../../../src/adapters/redaction/secretRedactor.ts';
import type { Tool } from '../../../../src/core/chat/toolContract.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import type { ChatRequest } from '../../../../src/core/ports.ts';
import { liveOver, silent } from '../../../support/liveSessions.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import type { ScriptedReply } from '../../../support/scriptedModel.ts';
import { countWords, wordsOf } from '../../../support/sessionBuilder.ts';
import { say, talkWith, type Talk } from '../../../support/talk.ts';

/** The values are joined from pieces, so that no text in this file looks like a real key. */
const password = ['kept', '7', 'Blue'].join('');
const token = ['q7Wd2Zk9', 'Tb4Xn5Rf8Lc3'].join('');
const awkward = ['a"b', '\\c9', 'Z$&q'].join('');
const values = [password, token, awkward];

const ENV = `# settings\nDB_PASSWORD=${password}\nAPI_TOKEN="${token}"\nADMIN_PASSWORD='${awkward}'\nPORT=80\n`;

/** A workspace with one file, and an agent's tools that read and change this file. */
class OneFile {
  text = ENV;

  readonly tools: readonly Tool[] = [
    this.#tool('read_file', () => this.text),
    this.#tool('edit_file', ({ old_string = '', new_string = '' }) => {
      if (!this.text.includes(old_string)) throw new Error(`old_string was not found: ${old_string}`);
      this.text = this.text.replace(old_string, () => new_string);
      return 'done';
    }),
    this.#tool('write_file', ({ content = '' }) => {
      this.text = content;
      return `wrote ${content}`;
    }),
    this.#tool('echo', ({ text = '' }) => text),
  ];

  #tool(name: string, run: (args: Readonly<Record<string, string>>) => string): Tool {
    return {
      schema: { name, description: '', parameters: {} },
      isReadOnly: false,
      run: (args) => Promise.resolve({ text: run(args as Record<string, string>), isError: false }),
    };
  }
}

/** Returns the last text that the model was shown. */
function shown({ messages }: ChatRequest): string {
  return messages.map(textOf).at(-1) ?? '';
}

async function talkOver(file: OneFile, replies: readonly ScriptedReply[]): Promise<Talk> {
  const live = await liveOver(new MemoryLog(), {
    count: countWords,
    now: 5,
    redactor: new SecretRedactor(),
    logger: { ...silent, error: (text) => assert.fail(text) },
  });
  const talk = await talkWith(replies, { ports: { live, tools: () => file.tools } });
  return { ...talk, live };
}

function assertUnseen({ model, events, errors }: Talk): void {
  const seen = JSON.stringify([model.requests, events, errors]);
  for (const value of values)
    for (const form of [value, JSON.stringify(value).slice(1, -1)])
      assert.equal(seen.includes(JSON.stringify(form).slice(1, -1)), false);
}

const call = (tool: string, args: object): ScriptedReply => ({ tool, calls: [JSON.stringify(args)] });
const read = call('read_file', {});

describe('A file with three secrets', () => {
  it('can be read, edited and rewritten byte for byte by a model that sees none of the secrets', async () => {
    const file = new OneFile();
    let asRead = '';
    const talk = await talkOver(file, [
      read,
      (request) => {
        asRead = shown(request);
        const line = /^ADMIN_PASSWORD=.*$/mu.exec(asRead)?.[0] ?? '';
        return {
          tool: 'edit_file',
          calls: [JSON.stringify({ old_string: `${line}\nPORT=80`, new_string: `${line}\nPORT=81` })],
        };
      },
      () => {
        const content = asRead.replace('PORT=80', 'PORT=82').replace('# settings\n', '');
        return { tool: 'write_file', calls: [JSON.stringify({ content })] };
      },
      'Done.',
    ]);
    await say(talk, 'Change the port in .env.');
    assert.deepEqual(talk.ends(), ['answered']);
    assert.equal(asRead.match(/\[secret: \w+ #[123]\]/gu)?.length, 3);
    assert.equal(file.text, ENV.replace('PORT=80', 'PORT=82').replace('# settings\n', ''));
    assertUnseen(talk);
  });

  it('can be edited in a line that contains a secret', async () => {
    const file = new OneFile();
    const talk = await talkOver(file, [
      read,
      (request) => {
        const line = /^API_TOKEN=.*$/mu.exec(shown(request))?.[0] ?? '';
        return {
          tool: 'edit_file',
          calls: [JSON.stringify({ old_string: line, new_string: `export ${line}` })],
        };
      },
      'Done.',
    ]);
    await say(talk, 'Export it.');
    assert.equal(file.text, ENV.replace('API_TOKEN', 'export API_TOKEN'));
    assertUnseen(talk);
  });

  it('can be rewritten with earlier marks such as “[secret: token #2]” after a compaction and its undo', async () => {
    const file = new OneFile();
    const content = (port: number): string =>
      `DB_PASSWORD=[secret: password #1]\nAPI_TOKEN="[secret: token #2]"\nPORT=${String(port)}\n`;
    const write = (port: number): ScriptedReply => call('write_file', { content: content(port) });
    const talk = await talkOver(file, [
      read,
      'Read.',
      wordsOf(300),
      'Well.',
      write(81),
      'Done.',
      write(82),
      'Done.',
    ]);
    const bytes = (port: number): string =>
      content(port).replace('[secret: password #1]', password).replace('[secret: token #2]', token);
    await say(talk, 'Read .env.');
    await say(talk, 'Tell a story.');
    await say(talk, 'How was it?');
    const outcome = await talk.conversation.compactor.compactNow({});
    assert.equal(outcome.done, true, JSON.stringify(outcome));
    await say(talk, 'Another port.');
    assert.equal(file.text, bytes(81));
    const [compaction] = talk.live.session.compactions;
    await talk.live.append({ kind: 'undo', compactions: [compaction?.entry.id ?? assert.fail()] });
    await say(talk, 'And another.');
    assert.equal(file.text, bytes(82));
    assertUnseen(talk);
  });

  it('reveals no secret if a tool fails or returns its arguments', async () => {
    const file = new OneFile();
    const marks = '[secret: password #1] [secret: token #2] [secret: password #3]';
    const talk = await talkOver(file, [
      read,
      call('echo', { text: marks }),
      call('edit_file', { old_string: `no ${marks}`, new_string: '' }),
      'Done.',
    ]);
    await say(talk, 'Try it.');
    assert.deepEqual(talk.ends(), ['answered']);
    const [, , echoed = '', failed = ''] = talk.model.requests.map(shown);
    assert.equal(echoed, marks);
    assert.equal(failed, `edit_file failed: old_string was not found: no ${marks}`);
    assertUnseen(talk);
  });

  it('is not changed if the value of a mark is unknown', async () => {
    const file = new OneFile();
    const talk = await talkOver(file, [
      read,
      call('write_file', { content: 'DB_PASSWORD=[secret: password #9]\n' }),
      'Sorry.',
    ]);
    await say(talk, 'Write it.');
    assert.equal(file.text, ENV);
    assert.match(
      talk.model.read(2),
      /Nothing was done: the value of \[secret: password #9\] is not known here\. Read the text/u,
    );
    assertUnseen(talk);
  });
});
