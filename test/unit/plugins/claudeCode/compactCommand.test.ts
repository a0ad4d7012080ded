import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Plugin } from '../../../../src/plugins/claudeCode/plugin.ts';
import * as say from '../../../../src/plugins/claudeCode/sentences.ts';
import { answered, bodyOf, FakeIo, opening, said, steps } from '../../../support/claudeRequests.ts';

const SUBAGENTS = bodyOf(opening('Look at the users.'), 'cc_is_subagent=true; You are an agent.');
const MESSAGES = [...opening('Raise the rate.'), ...steps(1, 40), answered('Done.'), said('Go on.')];

describe('/compact in Claude Code, while it asks the person,', () => {
  let io: FakeIo;
  let plugin: Plugin;

  beforeEach(async () => {
    io = new FakeIo();
    io.window = 1_000_000;
    plugin = new Plugin();
    await plugin.project(bodyOf(MESSAGES), io);
  });

  it('lets requests through, and then compacts the session as it is by then', async () => {
    const longer = bodyOf([...MESSAGES, answered('Gone on.'), said('Which rate is it?')]);
    const handled: string[] = [];
    io.ask = async () => {
      void plugin.project(SUBAGENTS, io, 'a1').then(() => handled.push('the subagent’s'));
      void plugin.project(longer, io).then(() => handled.push('the session’s'));
      await nextTurn();
      return say.COMPACT;
    };
    const text = (await plugin.command('', io)) ?? '';
    assert.deepEqual(handled, ['the subagent’s', 'the session’s']);
    assert.match(text, /^Longthread compacted 85 messages /);
    const body = (await plugin.project(longer, io)) ?? longer;
    assert.ok(body.length < longer.length / 2);
    assert.ok(body.includes('Which rate is it?'));
  });

  for (const [what, change] of [
    ['an automatic compaction', () => plugin.compactInstead(io)],
    ['an undo', () => plugin.command('undo', io)],
  ] as const)
    it(`compacts nothing if there was ${what} meanwhile`, async () => {
      if (what === 'an undo') await plugin.compactInstead(io);
      let body: string | undefined;
      io.ask = async () => {
        await change();
        body = await plugin.project(bodyOf(MESSAGES), io);
        return say.COMPACT;
      };
      assert.equal(await plugin.command('keep the rate', io), say.OVERTAKEN);
      assert.equal(await plugin.project(bodyOf(MESSAGES), io), body);
    });

  it('compacts nothing if the person has left the session meanwhile', async () => {
    io.ask = async () => {
      io.transcript = async () => '/projects/session-2.jsonl';
      return say.COMPACT;
    };
    assert.equal(await plugin.command('', io), say.LEFT);
    io.transcript = async () => '/projects/session-1.jsonl';
    assert.equal(await new Plugin().project(bodyOf(MESSAGES), io), undefined);
  });
});
