/**
 * Returns a text's hash in sixteen hexadecimal digits, to tell a handful of texts apart. The hash is not safe against
 * chosen collisions. It consists of two 32-bit FNV-1a hashes with different start values, computed over UTF-16 code
 * units instead of bytes (Fowler, Noll, Vo; http://www.isthe.com/chongo/tech/comp/fnv/).
 */
export function digestOf(text: string): string {
  let [first, second] = [0x811c9dc5, 0x050c5d1f];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x01000193);
    second = Math.imul(second ^ unit, 0x01000193);
  }
  return [first, second].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
}
