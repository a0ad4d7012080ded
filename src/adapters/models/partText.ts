import { OPENING_SIGN, spelled, withoutRecordMarks } from '../../core/context/recordMarks.ts';
import type { FilePart, ImagePart, TextPart } from '../../core/log/message.ts';

/** Words a message's parts for a model, whichever API sends them. */

/**
 * Returns a text part for the model. Text of the client program is put in a tag, to tell it from what the person typed.
 * Imitations of the notes' marks are removed from all text but the notes themselves.
 */
export function wordedText({ text, origin, label }: TextPart): string {
  const whole = text.toWellFormed();
  if (origin !== 'client') return withoutRecordMarks(whole);
  const own = label === 'record' ? whole : withoutRecordMarks(whole);
  return fence('client', attribute('kind', label ?? 'context'), own);
}

export function wordedFile({ path, text }: FilePart): string {
  return fence('file', attribute('path', path), withoutRecordMarks(text.toWellFormed()));
}

/** Returns the text that stands for an image that can't be sent. */
export function wordedImage({ name }: ImagePart): string {
  return `[image${name === undefined ? '' : ` ${name}`}]`;
}

/** Returns the text that stands for an image where the model gets none, so that it does not guess. */
export function unseenImage(image: ImagePart): string {
  return `${wordedImage(image)} (this model is not given images)`;
}

/** Returns an attribute whose value can't end the attribute or the tag, nor hide anything. */
function attribute(name: string, value: string): string {
  const contained = value.replace(/["“”]/gu, "'").replace(/[<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return `${name}="${contained}"`;
}

/** Puts a text in a tag that it can't close, however that is spelled. */
function fence(tag: string, attributes: string, text: string): string {
  const closing = new RegExp(`(${OPENING_SIGN})(?=[\\s\\p{Cf}]{0,8}/${spelled(tag)}(?![\\w-]))`, 'giu');
  return `<${tag} ${attributes}>\n${text.replaceAll(closing, '$1\\')}\n</${tag}>`;
}
