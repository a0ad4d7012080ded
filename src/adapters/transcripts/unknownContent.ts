import type { Part, TextPart } from '../../core/log/message.ts';
import { clientPart } from './clientText.ts';
import { stringOf, type JsonObject } from './json.ts';

const LABEL = 'unknown';

/**
 * Returns a placeholder for content of an unknown kind. The placeholder names the kind to the model. The class
 * `Recording` counts the placeholders, and reports the kinds as skipped content.
 */
export function unknownPart(block: JsonObject): TextPart {
  const kind = stringOf(block, 'type') ?? Object.keys(block)[0] ?? 'nothing';
  return clientPart(`[${kind.slice(0, 60)}]`, LABEL);
}

/** Returns the kind of content that a placeholder names; undefined for other parts. */
export function unknownKind(part: Part): string | undefined {
  return part.type === 'text' && part.label === LABEL ? part.text.slice(1, -1) : undefined;
}
