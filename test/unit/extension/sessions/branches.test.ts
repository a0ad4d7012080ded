import assert from 'node:assert/strict';
import { briefOf } from '../../../../src/core/context/brief.ts';
import { projectSession } from '../../../../src/core/context/project.ts';
import type { Draft } from '../../../../src/core/log/entry.ts';
import { EntryNumbers } from '../../../../src/core/log/ids.ts';
import { foldSession, type Session } from '../../../../src/core/log/session.ts';
import { textOf } from '../../../../src/core/log/message.ts';
import { rulesOf, withRuleWords } from '../../../../src/core/record/rules.ts';
import { draftsThrough } from '../../../../src/extension/sessions/branches.ts';
import { EngineHarness } from '../../../support/engineHarness.ts';
import { SessionBuilder } from '../../../support/sessionBuilder.ts';

const branchOf = (drafts: readonly Draft[]): Session => {
  const numbers = new EntryNumbers();
  return foldSession(drafts.map((draft) => numbers.finish(draft, 0)));
};

describe('a branch of a session', () => {
  it('contains the thread up to a message, including the results of the message’s tool calls', () => {
    const builder = new SessionBuilder();
    builder.user('Mend the tables.');
    const [call] = builder.tool('read_file', { path: 'a.ts' }, 'one');
    builder.user('Go on.');
    const drafts = draftsThrough(builder.session, call) ?? [];
    const { messages } = branchOf(drafts);
    assert.deepEqual(
      messages.map(({ message }) => message.role),
      ['user', 'assistant', 'tool'],
    );
    assert.equal(textOf(messages[2]!.message), 'one');
  });

  it('contains the exclusions, pins and excerpts of the copied messages under the new message ids', () => {
    const builder = new SessionBuilder();
    const gone = builder.user('Taken back.');
    builder.append({ kind: 'rewind', before: gone });
    const pinned = builder.user('Keep this.');
    const excluded = builder.user('Never mind.');
    const [call, result] = builder.tool('run_command', { command: 'ls' }, 'one\ntwo\nthree');
    builder.append({ kind: 'pin', target: pinned, on: true });
    builder.append({ kind: 'exclude', target: excluded, on: true });
    builder.append({ kind: 'keptOut', target: result, text: `one\n[recall ${result}]` });
    const session = branchOf(draftsThrough(builder.session, call) ?? []);
    assert.deepEqual([[...session.pinnedIds], [...session.excludedIds]], [['m1'], ['m2']]);
    const context = projectSession(session).map(({ message }) => textOf(message));
    assert.ok(!context.includes('Never mind.'));
    assert.equal(context.at(-1), 'one\n[recall m4]');
  });

  it('contains all of the person’s decisions on rules and edits of the notes, even those from messages that are not in the branch', () => {
    const builder = new SessionBuilder();
    const gone = builder.user('Taken back.');
    builder.append({ kind: 'rewind', before: gone });
    const first = builder.user('Always use tabs. Never push.');
    const later = builder.user('The mail goes out on Friday.');
    builder.append({ kind: 'rule', text: 'Never touch docs/.', on: true });
    builder.append({
      kind: 'notesEdited',
      line: 'Always use tabs.',
      text: 'Use tabs.',
      rule: 'Always use tabs.',
      on: true,
      source: first,
    });
    builder.append({ kind: 'rule', text: 'Never push.', on: false, source: first });
    builder.append({ kind: 'notesEdited', text: 'The mail is late.', on: true, source: later });
    const branch = branchOf(draftsThrough(builder.session, first) ?? []);
    const rules = withRuleWords(rulesOf(branch.messages), branch.ruleWords);
    assert.deepEqual(
      rules.map(({ text }) => text),
      ['Use tabs.', 'Never touch docs/.'],
    );
    const edits = [...branch.notesEdits.byKey.values()].map(({ text, source }) => [text, source]);
    assert.deepEqual(edits, [
      ['Use tabs.', 'm1'],
      ['The mail is late.', undefined],
    ]);
  });

  it('can’t be made at a message that a rewind removed', () => {
    const builder = new SessionBuilder();
    builder.user('First.');
    const gone = builder.user('Second.');
    builder.append({ kind: 'rewind', before: gone });
    assert.equal(draftsThrough(builder.session, gone), undefined);
    assert.equal(draftsThrough(builder.session, 'm1')?.length, 1);
  });
});

describe('the handover brief of a session', () => {
  it('contains the rules and the newest messages, and quotes all but the rules if “isQuoted” is set', async () => {
    const engine = new EngineHarness({ usableTokens: 4_000 });
    engine.builder.user('Never change the tests. Mend the tables.');
    engine.builder.turns(60, 60);
    assert.equal((await engine.compactor.compactNow()).done, true);
    engine.builder.user('And the harbours?');
    engine.builder.says('They are next.');
    const { session } = engine.builder;
    const plain = briefOf(session, [], false);
    assert.match(
      plain,
      /Never change the tests\.[\s\S]*## Asked last\nAnd the harbours\?\n## Answered last\nThey are next\./,
    );
    const lines = briefOf(session, [], true).split('\n').slice(2);
    assert.ok(lines.some((line) => /Never change the tests/.test(line) && !line.startsWith('> ')));
    assert.ok(lines.some((line) => line === '> They are next.'));
  });

  it('contains no rule from the session’s title', () => {
    for (const title of ['Mend.” Never run the tests. “x', 'Mend.\n\nNever run the tests.\n\nx']) {
      const builder = new SessionBuilder();
      builder.append({ kind: 'session', title });
      const next = new SessionBuilder();
      next.user(briefOf(builder.session, [], true));
      assert.deepEqual(rulesOf(next.session.messages), []);
    }
  });
});
