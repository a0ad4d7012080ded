import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { animatedPng } from '../../ui/animatedPng.ts';

const pictures = path.resolve(import.meta.dirname, '../../../media/screenshots');
const picture = (name: string): Buffer => readFileSync(path.join(pictures, name));

/** Returns the types of a PNG's chunks. Consecutive chunks of the same type are returned as one. */
function typesOf(png: Buffer): readonly string[] {
  const types: string[] = [];
  for (let at = 8; at < png.length; at += png.readUInt32BE(at) + 12) {
    const type = png.toString('latin1', at + 4, at + 8);
    if (types.at(-1) !== type) types.push(type);
  }
  return types;
}

describe('animatedPng', () => {
  it('makes each picture a frame', () => {
    const one = picture('preview.png');
    const joined = animatedPng([
      { png: one, shownMs: 10 },
      { png: one, shownMs: 20 },
    ]);
    assert.deepEqual(typesOf(joined), ['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND']);
    assert.equal(joined.readUInt32BE(8 + 25 + 8), 2);
  });

  it('refuses pictures of different sizes', () => {
    const frames = ['preview.png', 'gauge.png'].map((name) => ({ png: picture(name), shownMs: 10 }));
    assert.throws(() => animatedPng(frames), TypeError);
  });
});

describe('The picture in the README', () => {
  it('is animated and takes at most 1 MB', () => {
    assert.ok(typesOf(picture('tour.png')).includes('fdAT'));
    assert.ok(statSync(path.join(pictures, 'tour.png')).size <= 1_000_000);
  });
});
