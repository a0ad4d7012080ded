import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { MessageEntry, SecretSpan } from '../../../../src/core/log/entry.ts';
import { maskableTexts, maskMessage, mergeSpans } from '../../../../src/core/log/mask.ts';
import type { AssistantMessage, Message, UserMessage } from '../../../../src/core/log/message.ts';

function entry(message: Message, secrets?: readonly SecretSpan[]): MessageEntry {
  return { v: 1, id: 'm1', at: 1, kind: 'message', message, ...(secrets !== undefined && { secrets }) };
}

const span = (part: number, start: number, end: number, kind = 'key'): SecretSpan => ({
  part,
  start,
  end,
  kind,
});

const assistant: AssistantMessage = {
  role: 'assistant',
  parts: [
    { type: 'reasoning', text: 'think abc' },
    { type: 'text', text: 'say abc and xyz' },
    { type: 'toolCall', callId: 'c', name: 'run', arguments: '{"p":"abc"}' },
  ],
};

const user: UserMessage = {
  role: 'user',
  parts: [
    { type: 'image', mediaType: 'image/png', data: 'abc' },
    { type: 'file', path: 'a.env', text: 'abc' },
  ],
};

const said = (text: string): UserMessage => ({ role: 'user', parts: [{ type: 'text', text }] });

function maskedText(text: string, secrets: readonly SecretSpan[]): string {
  return maskableTexts(maskMessage(entry(said(text), secrets), []))[0]?.text ?? '';
}

describe('masking a message', () => {
  it('masks a secret in each of many lines', () => {
    const line = 'DB_PASSWORD=aB3dE6gH9\n';
    const secrets = Array.from({ length: 200 }, (_, at) =>
      span(0, at * line.length + 12, (at + 1) * line.length - 1),
    );
    const masked = maskedText(line.repeat(secrets.length), secrets);
    assert.equal(masked, 'DB_PASSWORD=[secret: key]\n'.repeat(secrets.length));
  });

  it('returns a message without secrets unchanged', () => {
    assert.equal(maskMessage(entry(assistant), []), assistant);
    assert.equal(maskMessage(entry(assistant, []), []), assistant);
  });

  it('masks secrets in reasoning, texts and arguments, even several secrets in one part', () => {
    const secrets = [span(1, 4, 7, 'password'), span(0, 6, 9), span(1, 12, 15), span(2, 6, 9, 'jwt')];
    assert.deepEqual(maskMessage(entry(assistant, secrets), []).parts, [
      { type: 'reasoning', text: 'think [secret: key]' },
      { type: 'text', text: 'say [secret: password] and [secret: key]' },
      { type: 'toolCall', callId: 'c', name: 'run', arguments: '{"p":"[secret: jwt]"}' },
    ]);
  });

  it('masks secrets in the text of a file, and does not change an image', () => {
    const { parts } = maskMessage(entry(user, [span(0, 0, 3), span(1, 0, 3)]), []);
    assert.deepEqual(parts, [user.parts[0], { type: 'file', path: 'a.env', text: '[secret: key]' }]);
  });

  it('does not mask secrets that the person revealed', () => {
    const secrets = [span(1, 4, 7), span(1, 12, 15)];
    const { parts } = maskMessage(entry(assistant, secrets), [span(1, 4, 7)]);
    assert.deepEqual(parts[1], { type: 'text', text: 'say abc and [secret: key]' });
    assert.equal(maskMessage(entry(assistant, secrets), secrets), assistant);
  });

  it('masks a secret unless the revealed span has the same message part, start and end', () => {
    const revealed = span(1, 4, 7);
    for (const other of [span(0, 4, 7), span(1, 3, 7), span(1, 4, 8)]) {
      const { parts } = maskMessage(entry(assistant, [other]), [revealed]);
      assert.match(JSON.stringify(parts[other.part]), /\[secret: key\]/u);
    }
  });

  it('considers all texts except image data, each with the index of the text’s part', () => {
    assert.deepEqual(maskableTexts(assistant), [
      { part: 0, text: 'think abc' },
      { part: 1, text: 'say abc and xyz' },
      { part: 2, text: '{"p":"abc"}' },
    ]);
    assert.deepEqual(maskableTexts(user), [{ part: 1, text: 'abc' }]);
  });

  const badSpans: readonly [string, readonly SecretSpan[], string][] = [
    ['reach past both ends', [span(0, -5, 99)], '[secret: key]'],
    ['are empty, reversed or not numbers', [span(0, 2, 2), span(0, 3, 1), span(0, NaN, NaN)], 'abcdef'],
    ['are fractional', [span(0, 1.5, 2.5)], 'a[secret: key]def'],
    ['name a part that does not exist', [span(7, 0, 3)], 'abcdef'],
    ['are inside another span', [span(0, 0, 5, 'outer'), span(0, 1, 2)], '[secret: outer]f'],
    ['overlap', [span(0, 2, 5), span(0, 0, 3, 'first')], '[secret: first]f'],
    [
      'begin at the same position, the shorter span first',
      [span(0, 0, 2, 'short'), span(0, 0, 5, 'long')],
      '[secret: long]f',
    ],
    ['end at the same position', [span(0, 0, 5, 'outer'), span(0, 3, 5)], '[secret: outer]f'],
    [
      'are not sorted',
      [span(0, 4, 5), span(0, 0, 1), span(0, 2, 3)],
      '[secret: key]b[secret: key]d[secret: key]f',
    ],
    ['touch but do not overlap', [span(0, 0, 2), span(0, 2, 4)], '[secret: key][secret: key]ef'],
  ];
  for (const [name, spans, expected] of badSpans) {
    it(`masks exactly the covered characters if spans ${name}`, () => {
      assert.equal(maskedText('abcdef', spans), expected);
    });
  }

  it('removes exactly the characters of all spans, however the spans overlap', () => {
    const bounds = fc.tuple(fc.integer({ min: -2, max: 30 }), fc.integer({ min: -2, max: 30 }));
    const text = 'abcdefghijklmnopqrstuvwxyz';
    fc.assert(
      fc.property(fc.array(bounds), (pairs) => {
        const hidden = Array.from(text).filter((_, i) => pairs.some(([start, end]) => start <= i && i < end));
        const masked = maskedText(
          text,
          pairs.map(([start, end]) => span(0, start, end, 'K')),
        ).replaceAll('[secret: K]', '');
        assert.deepEqual(
          Array.from(masked),
          Array.from(text).filter((letter) => !hidden.includes(letter)),
        );
      }),
    );
  });
});

describe('merging spans', () => {
  it('returns spans that are ordered, don’t overlap and stay the same if merged again', () => {
    const spans = fc.array(
      fc.record({ start: fc.nat(40), end: fc.nat(40), kind: fc.constantFrom('a', 'b') }),
    );
    fc.assert(
      fc.property(spans, (given) => {
        const merged = mergeSpans(given);
        merged.slice(1).forEach((next, i) => {
          assert.ok(next.start >= (merged[i]?.end ?? 0));
        });
        assert.deepEqual(mergeSpans(merged), merged);
      }),
    );
  });
});
