import assert from 'node:assert/strict';
import { bringBack } from '../../../../src/core/context/away.ts';
import { project } from '../../../../src/core/context/project.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { findsPasswords } from '../../../support/namedSecrets.ts';
import { toolNamed } from '../../../support/scriptedTurn.ts';
import { say, talkWith, type Talk } from '../../../support/talk.ts';

const line = (at: number): string => `line ${at} of the output`;
/** A text of 1,500 words. The usable window has 800 words, and one result may take a fourth of the window. */
const output = [
  ...Array.from({ length: 150 }, (_, at) => line(at)),
  'src/tide.ts:4:2: error TS2322: not assignable',
  ...Array.from({ length: 150 }, (_, at) => line(200 + at)),
].join('\n');

async function talkOver(text: string, tool = 'look', window?: number): Promise<Talk> {
  const look = toolNamed(tool, () => Promise.resolve(text));
  const talk = await talkWith([{ calls: ['{}'], tool }, 'I see.'], {
    ports: { tools: () => [look], windowOverride: () => window },
    redactor: findsPasswords,
  });
  await say(talk, 'Look');
  return talk;
}

const resultOf = ({ live }: Talk) => {
  const found = live.session.messages.find(({ message }) => message.role === 'tool');
  assert.ok(found);
  return found;
};

describe('A large result of a tool', () => {
  it('stays whole if a recall returned the result', async () => {
    const some = output.split('\n').slice(0, 60).join('\n');
    for (const [tool, isWhole] of [
      ['recall', true],
      ['look', false],
    ] as const) {
      const talk = await talkOver(some, tool);
      const sent = textOf(talk.model.requests[1]?.messages.at(-1) ?? resultOf(talk).message);
      assert.equal(sent === some, isWhole, tool);
    }
  });

  it('enters the context as head, tail, important lines and address', async () => {
    const talk = await talkOver(output);
    const { id, message } = resultOf(talk);
    assert.equal(textOf(message), output);
    const sent = textOf(talk.model.requests[1]?.messages.at(-1) ?? message);
    assert.ok(sent.startsWith(line(0)) && sent.endsWith(line(349)));
    assert.match(
      sent,
      new RegExp(`\\[… \\d+ lines left out · recall ${id} …\\]\nsrc/tide\\.ts:4:2: error TS2322`, 'u'),
    );
    assert.ok(sent.length < output.length / 2);
    assert.equal(talk.live.context.find(({ entries }) => entries[0] === id)?.treatment, 'excerpt');
    assert.deepEqual(project(talk.live.entries), talk.live.context);
  });

  it('enters the context whole up to a limit, and the limit is higher for files than for command output', async () => {
    const isKept = (talk: Talk): boolean => talk.live.entries.some(({ kind }) => kind === 'keptOut');
    assert.equal(isKept(await talkOver(line(1))), false);
    const long = `${output}\n`.repeat(6);
    assert.equal(isKept(await talkOver(long, 'run_command', 100_000)), true);
    assert.equal(isKept(await talkOver(long, 'read_file', 100_000)), false);
    assert.equal(isKept(await talkOver(long, 'read_file')), true);
  });

  it('contains no secret in the excerpt', async () => {
    const talk = await talkOver(`pw=not-a-real-one\n${output}`);
    assert.match(talk.model.read(1), /pw=\[secret: password #1\]\nline 0 /u);
    assert.doesNotMatch(
      JSON.stringify(talk.live.entries.filter(({ kind }) => kind === 'keptOut')),
      /not-a-real/u,
    );
  });

  it('is whole in the context after the person restores the result, and gone from the log once forgotten', async () => {
    const talk = await talkOver(output);
    const { id } = resultOf(talk);
    for (const draft of bringBack(talk.live.session, id)) await talk.live.append(draft);
    assert.equal(textOf(talk.live.context.find(({ entries }) => entries[0] === id)!.message), output);
    await talk.live.forget(id);
    assert.doesNotMatch(JSON.stringify(talk.live.entries), /of the output/u);
  });
});
