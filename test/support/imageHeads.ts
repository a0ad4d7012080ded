/** The beginnings of image files as base64: the headers with the size of the image, without the picture. */

const base64 = (...parts: readonly (readonly number[] | string)[]): string =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  ).toString('base64');

const big = (value: number): readonly number[] => [value >> 8, value & 0xff];
const little = (value: number): readonly number[] => [value & 0xff, (value >> 8) & 0xff];

export function png(width: number, height: number): string {
  return base64('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0], big(width), [0, 0], big(height), [8, 6]);
}

export function gif(width: number, height: number): string {
  return base64('GIF89a', little(width), little(height), [0, 0, 0]);
}

export interface JpegParts {
  /** The number of bytes of other segments before the frame. */
  readonly before?: number;
  readonly frame?: number;
  /**
   * Adds a segment of this type before the frame. The segment contains a wrong image size at the position where a frame
   * contains the size of the image.
   */
  readonly table?: number;
}

export function jpeg(
  width: number,
  height: number,
  { before = 0, frame = 0xc0, table }: JpegParts = {},
): string {
  const segments: number[] = [];
  for (let left = before; left > 0; left -= 65_000) {
    const length = Math.min(left, 65_000) + 2;
    segments.push(0xff, 0xe1, ...big(length), ...Array.from({ length: length - 2 }, () => 0));
  }
  if (table !== undefined) segments.push(0xff, table, ...big(10), 8, ...big(1), ...big(1), 0, 0, 0);
  return base64(
    [0xff, 0xd8],
    segments.length > 0 ? segments : [],
    [0xff, 0xff, frame, ...big(17), 8],
    big(height),
    big(width),
    [3, 0, 0],
  );
}

const riff = (chunk: string, ...parts: readonly (readonly number[])[]): string =>
  base64('RIFF\0\0\0\0WEBP', chunk, [0, 0, 0, 0], ...parts);

export const webp = {
  lossy: (width: number, height: number): string =>
    riff('VP8 ', [0, 0, 0, 0x9d, 0x01, 0x2a], little(width), little(height), [0]),
  lossless: (width: number, height: number): string => {
    const bits = (width - 1) | ((height - 1) << 14);
    return riff('VP8L', [0x2f], little(bits), little(bits >>> 16), [0]);
  },
  extended: (width: number, height: number): string =>
    riff('VP8X', [0, 0, 0, 0], little(width - 1), [0], little(height - 1), [0, 0]),
} as const;
