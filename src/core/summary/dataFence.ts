/** A named piece of data in the summarizer's request: a message, the notes, a summary. */
export interface DataSection {
  /** Always Longthread's own text, never a text from the data. */
  readonly label: string;
  readonly text: string;
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * Returns a mark that occurs in none of the texts, so that no text can close its fence or imitate another speaker. The
 * mark is a hash of the texts (FNV-1a), since the core has no randomness. So the same data always has the same mark.
 */
export function fenceMark(texts: readonly string[]): string {
  for (let seed = hashOf(texts); ; seed = (seed + 1) >>> 0) {
    const mark = `data-${seed.toString(36)}`;
    if (!texts.some((text) => text.includes(mark))) return mark;
  }
}

/** Joins the sections, each below its mark and label, and adds a closing mark after the last section. */
export function fenceData(mark: string, sections: readonly DataSection[]): string {
  const fenced = sections.map((section) => fencedSection(mark, section));
  return [...fenced, `[${mark} end]`].join('\n\n');
}

export function fencedSection(mark: string, { label, text }: DataSection): string {
  return `[${mark} ${label}]\n${text}`;
}

function hashOf(texts: readonly string[]): number {
  let hash = FNV_OFFSET;
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FNV_PRIME);
  }
  return hash >>> 0;
}
