export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the size in pixels of a PNG, JPEG, GIF or WebP image from the head of its base64 text. Returns undefined for
 * any other text. Written by hand, since the core may not import packages. Follows the specifications of the formats:
 * PNG's IHDR, GIF's screen descriptor, JPEG's frame header, WebP's VP8, VP8L and VP8X chunks.
 */
export function imageSize(base64: string): ImageSize | undefined {
  const bytes = new Base64Bytes(base64);
  const size = SIZES.find(({ head, at = 0 }) => bytes.text(at, head.length) === head)?.read(bytes);
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined;
}

/** Reads single bytes of a base64 text and decodes only these. */
class Base64Bytes {
  readonly length: number;

  constructor(readonly base64: string) {
    this.length = Math.floor((base64.length * 3) / 4);
  }

  /** Returns a byte; 0 after the end. */
  byte(at: number): number {
    const four = Math.floor(at / 3) * 4;
    const bits = [0, 1, 2, 3].reduce(
      (sum, next) => sum * 64 + digitOf(this.base64.charCodeAt(four + next)),
      0,
    );
    return (bits >> (16 - 8 * (at % 3))) & 0xff;
  }

  big16(at: number): number {
    return this.byte(at) * 256 + this.byte(at + 1);
  }

  little16(at: number): number {
    return this.byte(at) + this.byte(at + 1) * 256;
  }

  text(at: number, length: number): string {
    return String.fromCharCode(...Array.from({ length }, (_, next) => this.byte(at + next)));
  }
}

function digitOf(code: number): number {
  return DIGITS.get(code) ?? 0;
}

const DIGITS = new Map(
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', (digit, value) => [
    digit.charCodeAt(0),
    value,
  ]),
);

interface Format {
  readonly head: string;
  readonly at?: number;
  readonly read: (bytes: Base64Bytes) => ImageSize | undefined;
}

const SIZES: readonly Format[] = [
  { head: '\x89PNG\r\n\x1a\n', read: pngSize },
  { head: 'GIF8', read: (bytes) => ({ width: bytes.little16(6), height: bytes.little16(8) }) },
  { head: '\xff\xd8\xff', read: jpegSize },
  { head: 'WEBP', at: 8, read: webpSize },
];

/** Reads a PNG's size. No model takes images with edges of 65,536 pixels or more, so the lower 16 bits suffice. */
function pngSize(bytes: Base64Bytes): ImageSize {
  return { width: bytes.big16(18), height: bytes.big16(22) };
}

/**
 * Reads a JPEG's size. Skips segments up to the frame header, which is marked by `FF C0` to `FF CF`, except for C4, C8
 * and CC, which mark other segments.
 */
function jpegSize(bytes: Base64Bytes): ImageSize | undefined {
  for (let at = 2; at + 9 < bytes.length && bytes.byte(at) === 0xff;) {
    const marker = bytes.byte(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker % 4 !== 0;
    if (isFrame || marker === 0xc0) return { width: bytes.big16(at + 7), height: bytes.big16(at + 5) };
    at += marker === 0xff ? 1 : 2 + Math.max(2, bytes.big16(at + 2));
  }
  return undefined;
}

function webpSize(bytes: Base64Bytes): ImageSize | undefined {
  switch (bytes.text(12, 4)) {
    case 'VP8 ':
      return { width: bytes.little16(26) & 0x3fff, height: bytes.little16(28) & 0x3fff };
    case 'VP8L': {
      const [low, high] = [bytes.little16(21), bytes.little16(23)];
      return { width: (low & 0x3fff) + 1, height: (low >> 14) + ((high & 0xfff) << 2) + 1 };
    }
    case 'VP8X':
      return { width: bytes.little16(24) + 1, height: bytes.little16(27) + 1 };
    default:
      return undefined;
  }
}
