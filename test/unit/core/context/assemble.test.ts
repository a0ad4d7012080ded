import assert from 'node:assert/strict';
import {
  mergeAdjacent,
  tooLargeSentence,
  untouchables,
  wayOutOf,
} from '../../../../src/core/context/assemble.ts';
import { accountOf, SessionBuilder, told, wordsOf } from '../../../support/sessionBuilder.ts';

describe('Merging adjacent messages', () => {
  it('joins adjacent messages with the same role and keeps all ids', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    builder.client('a note');
    builder.says('two');
    builder.says('three');
    const merged = mergeAdjacent(builder.context);
    assert.deepEqual(told(merged), ['user: one\na note', 'assistant: two\nthree']);
    assert.deepEqual(
      merged.map(({ entries }) => entries),
      [
        ['m1', 'm2'],
        ['m3', 'm4'],
      ],
    );
  });

  it('never joins tool results or an assistant’s message that calls tools', () => {
    const builder = new SessionBuilder();
    builder.says('first');
    builder.calls([{ id: 'a' }, { id: 'b' }]);
    builder.result('a', 'A');
    builder.result('b', 'B');
    builder.says('last');
    assert.deepEqual(
      mergeAdjacent(builder.context).map(({ message }) => message.role),
      ['user', 'assistant', 'assistant', 'tool', 'tool', 'assistant'],
    );
  });

  it('leaves the given context unchanged', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    builder.user('two');
    const { context } = builder;
    mergeAdjacent(context);
    assert.deepEqual(told(context), ['user: one', 'user: two']);
    assert.deepEqual(mergeAdjacent([]), []);
  });
});

describe('The list of content protected from compaction', () => {
  it('is sorted by size, with the largest part first, and has advice for each part', () => {
    const builder = new SessionBuilder();
    builder.system(wordsOf(16));
    const pinned = builder.user(wordsOf(46));
    builder.pin(pinned);
    builder.says(wordsOf(96));
    builder.user(wordsOf(26));
    builder.client('a program’s words');
    const parts = untouchables(builder.context, accountOf(), 40);
    assert.deepEqual(
      parts.map(({ what, tokens }) => [what, tokens]),
      [
        ['the pinned messages', 50],
        ['the tools', 40],
        ['the newest message', 30],
        ['the system text', 20],
      ],
    );
    assert.deepEqual(
      parts.map((part) => wayOutOf(part, 'window')),
      [
        'Unpin some messages.',
        'Turn some tools off, or choose a model with a larger window.',
        'Shorten the newest message, or attach files instead of pasting them.',
        'Shorten the instructions, or choose a model with a larger window.',
      ],
    );
    assert.equal(parts[3] && wayOutOf(parts[3], 'budget'), 'Shorten the instructions, or allow more tokens.');
  });

  it('contains the newest message only once, even if the message is pinned', () => {
    const builder = new SessionBuilder();
    builder.pin(builder.user(wordsOf(6)));
    assert.deepEqual(
      untouchables(builder.context, accountOf(), 0).map(({ what, tokens }) => [what, tokens]),
      [['the newest message', 10]],
    );
  });

  it('is used in the text about a too large request: the text names the largest part, if any, and gives advice', () => {
    const [largest] = untouchables(new SessionBuilder().turns(1, 60).context, accountOf(), 0);
    assert.ok(largest !== undefined);
    assert.equal(
      tooLargeSentence(90, 50, [largest]),
      'This request would take 90 tokens (60 in the newest message alone), but the model has room for 50. ' +
        'Shorten the newest message, or attach files instead of pasting them.',
    );
    assert.match(tooLargeSentence(90, 50, []), /for 50\. Choose a model with a larger window\.$/u);
  });
});
