import { OPENING_SIGN, spelled, withoutRecordMarks } from '../../core/context/recordMarks.ts';
import type { FilePart, ImagePart, TextPart } from '../../core/log/message.ts';

/** Words a message's parts for a model, whichever API sends them. */

/**
 * Text from the client program stands in a tag, so that the model can tell it from what the person typed. The record's
 * marks are the record's alone: its sections were freed of them when it was made.
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

/** Stands for an image that can't be sent. */
export function wordedImage({ name }: ImagePart): string {
  return `[image${name === undefined ? '' : ` ${name}`}]`;
}

/** Returns the same for a model that is given no images, so that it does not guess what it can't see. */
export function unseenImage(image: ImagePart): string {
  return `${wordedImage(image)} (this model is not given images)`;
}

/** The value can't end the attribute it stands in, nor the tag, nor hide what it says. */
function attribute(name: string, value: string): string {
  const contained = value.replace(/["“”]/gu, "'").replace(/[<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return `${name}="${contained}"`;
}

/** The text can't close the tag it stands in, in whatever spelling. */
function fence(tag: string, attributes: string, text: string): string {
  const closing = new RegExp(`(${OPENING_SIGN})(?=[\\s\\p{Cf}]{0,8}/${spelled(tag)}(?![\\w-]))`, 'giu');
  return `<${tag} ${attributes}>\n${text.replaceAll(closing, '$1\\')}\n</${tag}>`;
}
