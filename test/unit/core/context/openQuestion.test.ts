import assert from 'node:assert/strict';
import { openQuestion } from '../../../../src/core/context/openQuestion.ts';
import { ANSWERED_NEXT } from '../../../../src/core/tools/askUser.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

const ASKED = {
  question: 'Metres or feet?',
  options: [{ label: 'Metres', detail: 'As before.' }, { label: ' ' }],
};

function asking(builder = new SessionBuilder(), args: unknown = ASKED): SessionBuilder {
  builder.user('Mend the tables.');
  builder.append({
    kind: 'message',
    message: {
      role: 'assistant',
      parts: [
        { type: 'toolCall', callId: 'q1', name: 'list_files', arguments: '{}' },
        { type: 'toolCall', callId: 'q2', name: 'ask_user', arguments: JSON.stringify(args) },
      ],
    },
  });
  return builder;
}

const result = (callId: string, text: string) =>
  ({
    kind: 'message',
    message: { role: 'tool', callId, toolName: 'ask_user', parts: [{ type: 'text', text }] },
  }) as const;

describe('The open question of a session', () => {
  it('is an `ask_user` call without a result', () => {
    const builder = asking();
    builder.append(result('q1', 'a.ts'));
    const question = openQuestion(builder.session);
    assert.equal(question?.callId, 'q2');
    assert.equal(question.text, 'Metres or feet?');
    assert.deepEqual(question.options, [{ label: 'Metres', detail: 'As before.' }]);
  });

  it('ends with a result of the call, a later message by the person or a rewind to before the call', () => {
    const answered = asking();
    answered.append(result('q2', ANSWERED_NEXT));
    assert.equal(openQuestion(answered.session), undefined);
    const goneOn = asking();
    goneOn.user('Something else.');
    assert.equal(openQuestion(goneOn.session), undefined);
    const rewound = asking();
    rewound.append({ kind: 'rewind', before: rewound.session.messages[1]!.id });
    assert.equal(openQuestion(rewound.session), undefined);
  });

  it('is undefined if the `ask_user` call has no valid question, and has no options if the options are invalid', () => {
    for (const args of [{}, { question: ' ' }, { question: 3 }, []])
      assert.equal(openQuestion(asking(new SessionBuilder(), args).session), undefined);
    assert.deepEqual(
      openQuestion(asking(new SessionBuilder(), { question: 'Why?', options: 'x' }).session)?.options,
      [],
    );
  });

  it('stays unchanged in the context when the person compacts', async () => {
    const engine = new EngineHarness({ usableTokens: 4_000 });
    engine.builder.turns(60, 60);
    asking(engine.builder);
    assert.equal((await engine.compactor.compactNow()).done, true);
    const question = openQuestion(engine.builder.session);
    const item = engine.builder.context.find(({ entries }) => entries[0] === question?.id);
    assert.equal(item?.treatment, 'verbatim');
    assert.match(JSON.stringify(item.message), /Metres or feet/);
  });
});
