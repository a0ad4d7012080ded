import assert from 'node:assert/strict';
import { shortenMessage } from '../../../../src/extension/sessions/shortenMessage.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { wordsOf } from '../../../support/sessionBuilder.ts';

describe('shortenMessage', () => {
  const open = () => {
    const engine = new EngineHarness();
    engine.builder.user('Read the log.');
    const [, result] = engine.builder.tool('read_file', { path: 'log.txt' }, wordsOf(900, 'line'));
    engine.builder.turns(3);
    return { engine, result, session: { conversation: { compactor: engine.compactor } } };
  };

  it('compacts only the chosen message', async () => {
    const { engine, result, session } = open();
    await shortenMessage(session as never, result);
    const short = engine.builder.context.find(({ entries }) => entries[0] === result);
    assert.match(short === undefined ? '' : textOf(short.message), /^\[read_file log\.txt/u);
    const others = engine.builder.context.filter(({ entries }) => entries[0] !== result);
    assert.ok(others.every(({ treatment }) => treatment === 'verbatim'));
  });

  it('reports an error if the message can’t be shortened further', async () => {
    const { session } = open();
    await assert.rejects(shortenMessage(session as never, 'm1'), /can’t be shortened further/u);
  });
});
