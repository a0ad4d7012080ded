import assert from 'node:assert/strict';
import { asksSomething, isConfirmation } from '../../../../src/core/context/chitchat.ts';
import { classify, type Classified } from '../../../../src/core/context/classify.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

function classesOf(builder: SessionBuilder, recent: readonly string[] = []): readonly Classified[] {
  return [...classify(builder.session.messages, { recentIds: new Set(recent) }).values()];
}

function classOfLast(builder: SessionBuilder): string {
  const last = classesOf(builder).at(-1) ?? assert.fail('no message');
  return `${last.class}: ${last.reason}`;
}

/** Returns a session that already contains the original request. */
function begun(): SessionBuilder {
  const builder = new SessionBuilder();
  builder.user('Add a parser for dates');
  builder.says('Done.');
  return builder;
}

describe('The class of a message', () => {
  it('is determined for every message, with a reason', () => {
    const builder = new SessionBuilder();
    builder.system('be kind');
    builder.user('Add a parser for dates');
    builder.tool('read_file', { path: 'a.ts' }, 'text');
    builder.says('Done.');
    builder.user('thanks');
    builder.user('Now the same for times');
    builder.client('<system-reminder>never delete</system-reminder>');
    builder.result('lost', 'text');
    assert.deepEqual(
      classesOf(builder).map(({ class: name, reason }) => [name, reason]),
      [
        ['system', 'system text'],
        ['anchor', 'the original request'],
        ['toolHeavy', 'calls read_file'],
        ['toolHeavy', 'result of read_file'],
        ['said', 'what the assistant said'],
        ['chitchat', 'a confirmation and nothing else'],
        ['said', 'said by the person'],
        ['said', 'put there by a program, not typed'],
        ['toolHeavy', 'result of read_file'],
      ],
    );
  });

  it('has a reason without a tool’s name for a result without a call and without a tool name', () => {
    const builder = new SessionBuilder();
    builder.result('lost', 'text', { toolName: '' });
    assert.equal(classOfLast(builder), 'toolHeavy: result of a call that is not in the session');
  });

  it('is anchor for a constraint', () => {
    const builder = begun();
    builder.user('Never touch the generated files.');
    assert.match(classOfLast(builder), /^anchor: a standing constraint: Never touch the generated files/u);
  });

  it('is recent for the newest messages, unless they are anchors', () => {
    const builder = begun();
    builder.user('Now the same for times');
    assert.deepEqual(
      classesOf(builder, ['m1', 'm2', 'm3']).map(({ class: name }) => name),
      ['anchor', 'recent', 'recent'],
    );
    assert.equal(classesOf(builder, ['m3']).at(-1)?.reason, 'one of the newest messages; said by the person');
  });

  it('is not chitchat for a confirmation that answers a question by the assistant', () => {
    const builder = begun();
    builder.says('Shall I delete the old one? It has no users.');
    builder.user('yes');
    assert.equal(classOfLast(builder), 'said: answers a question');
    builder.says('Deleted.');
    builder.user('great');
    assert.equal(classOfLast(builder), 'chitchat: a confirmation and nothing else');
  });

  it('is chitchat for a confirmation at the start of a session, before the request', () => {
    const builder = new SessionBuilder();
    builder.user('ok');
    assert.match(classOfLast(builder), /^chitchat/u);
    builder.user('Write a parser');
    assert.equal(classOfLast(builder), 'anchor: the original request');
  });
});

describe('A confirmation', () => {
  const confirmations =
    'ok|OK!|Thanks a lot|thank you so much|yes, please|looks good to me|lgtm 👍|👍|sounds good|got it|' +
    'lanjut|oke siap|terima kasih banyak|weiter|super, vielen dank|danke schön|passt|sí, perfecto|muchas gracias|' +
    'vale, sigue|oui, merci beaucoup|d’accord|sim, obrigado|muito obrigada|да, спасибо|спасибо большое|' +
    '好的，谢谢|继续|はい、お願いします|了解です|네, 감사합니다|좋아요';
  for (const text of confirmations.split('|')) {
    it(`is “${text}”`, () => {
      assert.equal(isConfirmation(text), true);
    });
  }

  const others =
    'ok?|ok, delete the branch|yes but keep the tests|no|nein|thanks, now add a test|run it|go to line 5|use /tmp|' +
    'lanjut hapus file itu|weiter mit dem Parser|好的，现在写测试|да, но не трогай базу|right after the import|' +
    'ok ok ok ok ok ok ok|cat|mach das nicht||   ';
  for (const text of others.split('|')) {
    it(`is not “${text}”`, () => {
      assert.equal(isConfirmation(text), false);
    });
  }

  it('counts as an answer only if the text before it has a Latin, Chinese or Arabic question mark near its end', () => {
    const asked = ['Shall I?', '要继续吗？', 'هل أكمل؟', 'Shall I go on? Say so and I will.'];
    assert.deepEqual(asked.map(asksSomething), [true, true, true, true]);
    assert.equal(asksSomething(`Why? ${'Because. '.repeat(60)}`), false);
    assert.equal(asksSomething('Done.'), false);
  });
});
