import assert from 'node:assert/strict';
import { TokenAccount, TOKENS_PER_MESSAGE } from '../../../../src/core/context/account.ts';
import { imageCountFor, TOKENS_PER_IMAGE } from '../../../../src/core/context/imageTokens.ts';
import type { ImagePart, Message } from '../../../../src/core/log/message.ts';
import type { LiveSession } from '../../../../src/core/session/liveSession.ts';
import { liveOver } from '../../../support/liveSessions.ts';
import { png } from '../../../support/imageHeads.ts';
import { MemoryLog } from '../../../support/memoryLog.ts';
import { countWords } from '../../../support/sessionBuilder.ts';

function image(width: number, height: number): ImagePart {
  return { type: 'image', mediaType: 'image/png', data: png(width, height) };
}

describe('The token count of an image', () => {
  // If a provider's documentation has examples, these examples are among the cases.
  const cases: readonly (readonly [string, number, number, number])[] = [
    ['gpt-4o', 1_024, 1_024, 765],
    ['gpt-4o-2024-08-06', 2_048, 4_096, 1_105],
    ['openai/gpt-4.1', 1_024, 1_024, 765],
    ['gpt-4o', 100, 100, 255],
    ['gpt-4o-mini', 1_024, 1_024, 2_833 + 4 * 5_667],
    ['gpt-5', 1_024, 1_024, 70 + 4 * 140],
    ['gpt-5.1-codex', 512, 512, 70 + 140],
    ['o3', 512, 513, 75 + 2 * 150],
    ['o1-pro', 512, 512, 75 + 150],
    ['gpt-4.1-mini', 1_024, 1_024, Math.ceil(1_024 * 1.62)],
    ['gpt-4.1-nano', 1_800, 2_400, Math.ceil(1_452 * 2.46)],
    ['o4-mini', 33, 32, Math.ceil(2 * 1.72)],
    ['gpt-5-mini', 320, 320, Math.ceil(100 * 1.62)],
    ['gpt-5-nano', 320, 320, Math.ceil(100 * 2.46)],
    ['claude-sonnet-4-5', 200, 200, 64],
    ['claude-opus-4-1-20250805', 1_000, 1_000, 1_296],
    ['anthropic/claude-3.7-sonnet', 4_000, 4_000, 1_568],
    ['claude-sonnet-4-20250514', 3_136, 280, 56 * 5],
    ['claude-opus-4-7', 2_576, 280, 92 * 10],
    ['claude-opus-4.8', 8_000, 8_000, 4_784],
    ['anthropic/claude-sonnet-5', 1_568, 1_568, 56 * 56],
    ['gemini-2.5-flash', 384, 384, 258],
    ['google/gemini-2.5-pro', 960, 540, 6 * 258],
    ['gemini-2.5-pro', 3_000, 2_000, 4 * 3 * 258],
    ['gemini-1.5-pro', 385, 20, 2 * 258],
    ['gemini-3-flash-preview', 20, 20, 1_120],
    ['gemini-pro-latest', 4_000, 4_000, 1_120],
    ['gpt-5.4', 1_024, 1_024, TOKENS_PER_IMAGE],
    ['o3-mini', 1_024, 1_024, TOKENS_PER_IMAGE],
    ['qwen3-vl', 1_024, 1_024, TOKENS_PER_IMAGE],
  ];
  for (const [model, width, height, tokens] of cases)
    it(`is ${String(tokens)} tokens for ${model}: ${String(width)} by ${String(height)}`, () => {
      assert.equal(imageCountFor(model)(image(width, height)), tokens);
    });

  it('is an average if the model, the image data or the size is unknown', () => {
    assert.equal(imageCountFor(undefined)(image(5, 5)), TOKENS_PER_IMAGE);
    const count = imageCountFor('gpt-4o');
    assert.equal(count({ type: 'image', mediaType: 'image/png' }), TOKENS_PER_IMAGE);
    assert.equal(
      count({ type: 'image', mediaType: 'image/svg+xml', data: btoa('<svg/>') }),
      TOKENS_PER_IMAGE,
    );
  });
});

describe('A token account', () => {
  const message: Message = {
    role: 'user',
    parts: [{ type: 'text', text: 'one two' }, image(1_024, 1_024), image(100, 100)],
  };

  it('counts images by the model’s rule, even in a message with a stored count', () => {
    const countImage = imageCountFor('gpt-4o');
    const flat = TOKENS_PER_MESSAGE + 2 + 2 * TOKENS_PER_IMAGE;
    const expected = TOKENS_PER_MESSAGE + 2 + 765 + 255;
    assert.equal(new TokenAccount(countWords).ofMessage(message), flat);
    assert.equal(new TokenAccount(countWords, new Map(), countImage).ofMessage(message), expected);
    const known = new TokenAccount(() => assert.fail('text counted'), new Map([['m1', flat]]), countImage);
    assert.equal(known.ofMessage(message, 'm1'), expected);
    assert.equal(known.ofImages([{ message }]), 765 + 255);
  });

  it('of a session counts images again for another model', async () => {
    const open = (log: MemoryLog): Promise<LiveSession> => liveOver(log, { count: countWords, now: 7 });
    const log = new MemoryLog();
    const live = await open(log);
    await live.append({ kind: 'message', message });
    const tokens = (session: LiveSession): number => session.account.ofContext(session.context);
    assert.equal(tokens(live), TOKENS_PER_MESSAGE + 2 + 2 * TOKENS_PER_IMAGE);
    for (const [model, images] of [
      ['gpt-4o', 765 + 255],
      ['claude-opus-4-7', 37 * 37 + 16],
      ['some-model', 2 * TOKENS_PER_IMAGE],
    ] as const) {
      await live.append({ kind: 'model', model });
      assert.equal(tokens(live), TOKENS_PER_MESSAGE + 2 + images);
      assert.equal(tokens(await open(log)), TOKENS_PER_MESSAGE + 2 + images);
    }
  });
});
