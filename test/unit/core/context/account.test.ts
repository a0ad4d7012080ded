import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  countMessage,
  TokenAccount,
  TOKENS_PER_MESSAGE,
  countByLines,
} from '../../../../src/core/context/account.ts';
import { createTokenCounter } from '../../../../src/adapters/tokens/inProcessTokenCounter.ts';
import { countInPieces } from '../../../../src/core/context/countInPieces.ts';
import { TOKENS_PER_IMAGE } from '../../../../src/core/context/imageTokens.ts';
import type { Message } from '../../../../src/core/log/message.ts';
import { countWords, SessionBuilder, wordsOf } from '../../../support/sessionBuilder.ts';

function say(text: string): Message {
  return { role: 'user', parts: [{ type: 'text', text }] };
}

describe('The token count of a message', () => {
  it('is the sum of the parts and the framing', () => {
    const message: Message = {
      role: 'user',
      parts: [
        { type: 'text', text: 'one two' },
        { type: 'file', path: 'a.ts', text: 'let a' },
        { type: 'image', mediaType: 'image/png' },
      ],
    };
    assert.equal(countMessage(message, countWords), TOKENS_PER_MESSAGE + 2 + 3 + TOKENS_PER_IMAGE);
    const call = { type: 'toolCall', callId: 'c', name: 'ls', arguments: '{ "a": 1 }' } as const;
    const parts = [{ type: 'reasoning', text: 'hm hm' } as const, call];
    assert.equal(countMessage({ role: 'assistant', parts }, countWords), TOKENS_PER_MESSAGE + 2 + 1 + 4);
  });
});

describe('A token account', () => {
  it('computes the sum for the same context only once', () => {
    const account = new TokenAccount(countWords);
    let looks = 0;
    const items = ['one two', 'three'].map((text) => ({
      get message() {
        looks += 1;
        return say(text);
      },
      ...{ treatment: 'verbatim' as const, entries: [] },
    }));
    const tokens = account.ofContext(items);
    const once = looks;
    assert.equal(account.ofContext(items), tokens);
    assert.equal(looks, once);
  });

  it('counts each message and each text only once', () => {
    let counted = 0;
    const account = new TokenAccount((text) => {
      counted += 1;
      return countWords(text);
    });
    const message = say('one two');
    account.ofMessage(message);
    account.ofMessage(message);
    account.ofText('three');
    account.ofText('three');
    assert.equal(counted, 2);
  });

  it('uses the stored count of an unchanged logged message', () => {
    const builder = new SessionBuilder();
    builder.user('one');
    builder.calls([{ id: 'a' }]);
    builder.compaction({ replaced: [{ id: 'm1', as: 'stub', text: 'a b c' }] });
    const account = new TokenAccount(
      countWords,
      new Map([
        ['m1', 1_000],
        ['m2', 500],
      ]),
    );
    assert.deepEqual(
      builder.context.map((item) => account.ofItem(item)),
      [3 + TOKENS_PER_MESSAGE, 500, 1 + TOKENS_PER_MESSAGE],
    );
    builder.undo('e1');
    assert.equal(account.ofContext(builder.context), 1_000 + 500 + 1 + TOKENS_PER_MESSAGE);
  });

  it('counts a long text again in another message', () => {
    let counted = 0;
    const account = new TokenAccount((text) => {
      counted += 1;
      return countWords(text);
    });
    const long = wordsOf(2_000);
    account.ofMessage(say(long));
    account.ofMessage(say(long));
    assert.equal(counted, 2);
  });
});

describe('Counting in pieces', () => {
  it('cuts a text at line ends into pieces of at most 6,000 UTF-16 units', () => {
    const seen: string[] = [];
    const count = countInPieces((text) => {
      seen.push(text);
      return countWords(text);
    });
    const text = Array.from({ length: 900 }, (_, line) => `line number ${String(line)} of many`).join('\n');
    assert.equal(count(text), countWords(text));
    assert.equal(seen.join(''), text);
    assert.ok(seen.length > 1 && seen.every((piece) => piece.length <= 6_000));
    assert.ok(seen.slice(1).every((piece) => piece.startsWith('\n')));
  });

  it('cuts a long line, but never between the two halves of a character', () => {
    const pieces: string[] = [];
    const count = countInPieces((text) => {
      pieces.push(text);
      return 1;
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), (shift) => {
        pieces.length = 0;
        const text = 'x'.repeat(shift) + '😀'.repeat(8_000);
        count(text);
        assert.equal(pieces.join(''), text);
        assert.ok(pieces.length > 1 && pieces.every((piece) => piece.isWellFormed()));
      }),
    );
  });

  it('counts each character of a long line once', () => {
    for (const text of ['x'.repeat(20_000), `${'x'.repeat(10_000)}\n${'y'.repeat(20_000)}`]) {
      const pieces: string[] = [];
      countInPieces((piece) => pieces.push(piece))(text);
      assert.equal(pieces.join(''), text);
      assert.ok(pieces.every(({ length }) => length <= 6_000));
      assert.equal(pieces.length, Math.ceil(text.length / 6_000));
    }
  });
});

describe('Counting by lines', () => {
  it('counts each distinct line only once', () => {
    const seen: string[] = [];
    const count = countByLines((text) => {
      seen.push(text);
      return countWords(text);
    });
    assert.equal(count('one two\nthree\none two\nthree\n'), 6);
    assert.deepEqual(seen, ['one two\n', 'three\n']);
  });

  it('gives the same result as a count of the whole text, whatever characters a line begins or ends with', async () => {
    const counter = await createTokenCounter('o200k_base');
    const count = countByLines((text) => counter.countSmall(text));
    const piece = fc.constantFrom(
      '\n',
      '\r',
      ' ',
      '  ',
      '\t',
      '/',
      './a',
      '.',
      '),',
      "'s",
      'Word',
      '12',
      '## ',
      '…',
      '　',
      '你好',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        assert.equal(count(text), counter.countSmall(text));
      }),
      { numRuns: 2_000 },
    );
  });
});
