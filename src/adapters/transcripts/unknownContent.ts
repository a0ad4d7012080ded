import type { Part, TextPart } from '../../core/log/message.ts';
import { clientPart } from './clientText.ts';
import { stringOf, type JsonObject } from './json.ts';

const LABEL = 'unknown';

/** Stands where a content of a kind stood that nobody knows here: it is named to the model, and counted by the recording. */
export function unknownPart(block: JsonObject): TextPart {
  const kind = stringOf(block, 'type') ?? Object.keys(block)[0] ?? 'nothing';
  return clientPart(`[${kind.slice(0, 60)}]`, LABEL);
}

/** Returns the kind of what a part stands for; undefined where it is something known. */
export function unknownKind(part: Part): string | undefined {
  return part.type === 'text' && part.label === LABEL ? part.text.slice(1, -1) : undefined;
}
