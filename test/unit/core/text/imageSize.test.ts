import assert from 'node:assert/strict';
import fc from 'fast-check';
import { imageSize } from '../../../../src/core/text/imageSize.ts';
import { gif, jpeg, png, webp } from '../../../support/imageHeads.ts';

describe('An image’s size', () => {
  for (const [format, of] of [
    ['PNG', png],
    ['GIF', gif],
    ['JPEG', jpeg],
    ['lossy WebP', webp.lossy],
    ['lossless WebP', webp.lossless],
    ['extended WebP', webp.extended],
  ] as const)
    it(`is read from the header of a ${format} image`, () => {
      for (const [width, height] of [
        [1, 1],
        [640, 480],
        [3_000, 5_001],
      ] as const)
        assert.deepEqual(imageSize(of(width, height)), { width, height });
    });

  it('is read from the frame header of a JPEG, even after long segments or a segment that contains a wrong size', () => {
    assert.deepEqual(imageSize(jpeg(70, 50, { before: 150_000, frame: 0xc2 })), { width: 70, height: 50 });
    assert.deepEqual(imageSize(jpeg(70, 50, { before: 10, table: 0xc4 })), { width: 70, height: 50 });
  });

  it('is undefined if the data is not a valid image', () => {
    const cut = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0]).toString('base64');
    for (const text of ['', 'AA', 'odd!', png(0, 5), cut, btoa('RIFF1234WEBPVP9 ')])
      assert.equal(imageSize(text), undefined);
  });

  it('is computed without an error for any input', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom('', jpeg(3, 4)), (bytes, head) => {
        imageSize(head.slice(0, 8) + Buffer.from(bytes).toString('base64'));
        imageSize(String.fromCharCode(...bytes));
      }),
    );
  });
});
