import assert from 'node:assert/strict';
import { textOf } from '../../../../src/core/log/message.ts';
import { call, callsEnd, ScriptedTurn, stop, text, told, toolNamed } from '../../../support/scriptedTurn.ts';

const look = [call(0, 'look'), callsEnd];
const list = [call(0, 'list'), callsEnd];
const hints = (turn: ScriptedTurn): readonly string[] =>
  turn.log
    .filter(({ role }) => role === 'tool')
    .map((message) => /Nothing new for \d+ steps/u.exec(textOf(message))?.[0] ?? '');

describe('a turn with repeated steps', () => {
  it('gives the model a hint from the second repeated step on, and ends at the fourth repeated step', async () => {
    const turn = new ScriptedTurn(look);
    turn.tools = [toolNamed('look', () => Promise.resolve('seen'))];
    const end = await turn.run();
    assert.ok(end.kind === 'repeated');
    assert.match(end.sentence, /^Stopped: the model made the same calls .*4 steps in a row/u);
    assert.deepEqual(hints(turn), ['', '', ...[2, 3, 4].map((n) => `Nothing new for ${n} steps`)]);
    assert.match(told(turn).at(-3) ?? '', /After 1 more such step the turn ends/u);
  });

  it('ends even if two calls alternate and the run number in a result changes', async () => {
    let run = 0;
    const turn = new ScriptedTurn(look, list, look, list, look, list);
    turn.tools = [
      toolNamed('look', () =>
        Promise.resolve(`[run${++run} in the workspace’s folder] Ended with exit code 1.`),
      ),
      toolNamed('list', () => Promise.resolve('a.ts')),
    ];
    assert.equal((await turn.run()).kind, 'repeated');
    assert.equal(turn.requests, 6);
  });

  it('continues if a result or an argument is new, or if the person sent a message', async () => {
    let seen = 0;
    const turn = new ScriptedTurn(look, look, look, look, look, look, [text('Done.'), stop]);
    turn.tools = [toolNamed('look', () => Promise.resolve(`seen ${++seen}`))];
    assert.deepEqual(await turn.run(), { kind: 'answered' });
    const others = [1, 2, 3, 4, 5, 6].map((at) => [call(0, 'look', `{"at":${at}}`), callsEnd]);
    const varied = new ScriptedTurn(...others, [text('Done.'), stop]);
    varied.tools = [toolNamed('look', () => Promise.resolve('seen'))];
    assert.deepEqual(await varied.run(), { kind: 'answered' });
    const steered = new ScriptedTurn(look, look, look, look, look, look, look, [text('Done.'), stop]);
    steered.tools = [toolNamed('look', () => Promise.resolve('seen'))];
    steered.appendSteering = () => Promise.resolve(steered.requests === 3);
    assert.deepEqual(await steered.run(), { kind: 'answered' });
  });

  it('continues while waiting for a running command', async () => {
    const turn = new ScriptedTurn(look, look, look, look, look, look, [text('Done.'), stop]);
    turn.tools = [toolNamed('look', () => Promise.resolve('[run2] Still running.\n[nothing new]'))];
    assert.deepEqual(await turn.run(), { kind: 'answered' });
  });

  it('continues if the context was compacted between the repeated steps', async () => {
    const turn = new ScriptedTurn(look, look, look, look, look, look, [text('Done.'), stop]);
    turn.tools = [toolNamed('look', () => Promise.resolve('seen'))];
    turn.compactions = () => Math.floor(turn.requests / 3);
    assert.deepEqual(await turn.run(), { kind: 'answered' });
  });

  it('restarts the count for the step limit after a message by the person', async () => {
    let seen = 0;
    const turn = new ScriptedTurn(look);
    turn.tools = [toolNamed('look', () => Promise.resolve(`seen ${++seen}`))];
    turn.appendSteering = () => Promise.resolve(turn.requests === 2);
    assert.equal((await turn.run(3)).kind, 'stepLimit');
    assert.equal(turn.requests, 5);
  });
});
