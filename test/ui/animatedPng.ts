import { crc32 } from 'node:zlib';

/** A frame of an animation: a PNG, and how long it is shown. */
export interface AnimationFrame {
  readonly png: Buffer;
  readonly shownMs: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Joins PNGs of the same size and colour type into one animated PNG that repeats forever. A viewer without animation
 * shows only the first PNG.
 */
export function animatedPng(frames: readonly AnimationFrame[]): Buffer {
  const all = frames.map(({ png, shownMs }) => ({ chunks: chunksOf(png), shownMs }));
  const header = all[0]?.chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(0);
  if (all.some(({ chunks }) => !chunks[0]?.data.equals(header)))
    throw new TypeError('The frames differ in size or colour type.');
  let sequence = 0;
  const images = all.flatMap(({ chunks, shownMs }, index) => [
    chunk('fcTL', controlOf(header, sequence++, shownMs)),
    ...chunks
      .filter(({ type }) => type === 'IDAT')
      .map(({ data }) =>
        index === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(sequence++), data])),
      ),
  ]);
  const animation = chunk('acTL', numbers(frames.length, 0));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    animation,
    ...images,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the data of the chunk before a frame. The frame replaces the whole picture, and is shown for `shownMs`. */
function controlOf(header: Buffer, sequence: number, shownMs: number): Buffer {
  const delay = Buffer.alloc(6);
  delay.writeUInt16BE(shownMs, 0);
  delay.writeUInt16BE(1_000, 2);
  return Buffer.concat([numbers(sequence), header.subarray(0, 8), numbers(0, 0), delay]);
}

function chunksOf(png: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), body, numbers(crc32(body))]);
}

function numbers(...values: readonly number[]): Buffer {
  const written = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) written.writeUInt32BE(value, 4 * index);
  return written;
}
