import {
  OPENING_SIGN,
  SLASH,
  spelled,
  UNSEEN_IN_MARK,
  withoutRecordMarks,
} from '../../core/context/recordMarks.ts';
import type { FilePart, ImagePart, TextPart } from '../../core/log/message.ts';

/**
 * Returns a text part in the form in which the model receives it. Puts the text of a client program in a tag, to
 * distinguish it from the person's text. Escapes text that imitates the marks around the notes, but leaves the notes
 * themselves unchanged.
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

/** Returns a text for an image that has no data, or for a place where only text is allowed. */
export function wordedImage({ name }: ImagePart): string {
  return `[image${name === undefined ? '' : ` ${name}`}]`;
}

/** Returns the text that replaces an image if the model receives no images, so that the model does not guess. */
export function unseenImage(image: ImagePart): string {
  return `${wordedImage(image)} (this model is not given images)`;
}

/** Returns an attribute whose value can't close the attribute or the tag, and has no invisible characters. */
function attribute(name: string, value: string): string {
  const contained = value.replace(/["“”]/gu, "'").replace(/[<>\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return `${name}="${contained}"`;
}

/** Puts a text in a tag. The text can't close this tag, even with another spelling of the tag. */
function fence(tag: string, attributes: string, text: string): string {
  const closing = new RegExp(
    `(${OPENING_SIGN})(?=${UNSEEN_IN_MARK}${SLASH}${spelled(tag)}(?![\\w-]))`,
    'giu',
  );
  return `<${tag} ${attributes}>\n${text.replaceAll(closing, '$1\\')}\n</${tag}>`;
}
