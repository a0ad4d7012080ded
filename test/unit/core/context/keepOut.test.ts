import assert from 'node:assert/strict';
import { TokenAccount } from '../../../../src/core/context/account.ts';
import { keptOutText } from '../../../../src/core/context/keepOut.ts';
import type { ImagePart, ToolMessage } from '../../../../src/core/log/message.ts';

const account = new TokenAccount((text) => text.length);
const LIMITS = { read: 500, printed: 500 };
const image: ImagePart = { type: 'image', mediaType: 'image/png', data: 'iVBOR' };
const resultWith = (text: string): ToolMessage => ({
  ...{ role: 'tool', callId: 'c1', toolName: 'screenshots' },
  parts: [{ type: 'text', text }, image, image],
});

describe('A result with images', () => {
  it('enters the context in full if its text is small, even if its images exceed the limit', () => {
    assert.equal(keptOutText({ id: 'm1', message: resultWith('Two pages.') }, account, LIMITS), undefined);
  });

  it('is replaced by an excerpt of the text if the text is too large', () => {
    const text = 'a line of the log\n'.repeat(100);
    const excerpt = keptOutText({ id: 'm1', message: resultWith(text) }, account, LIMITS);
    assert.match(excerpt ?? '', /^a line of the log\n[^]*lines left out · recall m1/u);
  });
});
