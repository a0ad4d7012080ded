import type { FilePart, ImagePart, TextPart } from '../../core/session/message.ts';

/** How parts of a message are worded for a model, whichever way they are sent. */

/** Text from the client program stands in a tag, so that the model can tell it from what the person typed. */
export function wordedText({ text, origin, label }: TextPart): string {
  return origin === 'client' ? fence('client', `kind="${label ?? 'context'}"`, text) : text;
}

export function wordedFile({ path, text }: FilePart): string {
  return fence('file', `path="${path}"`, text);
}

/** Stands for an image that can't be sent. */
export function wordedImage({ name }: ImagePart): string {
  return `[image${name === undefined ? '' : ` ${name}`}]`;
}

/** The text can't close the tag it stands in, nor the attribute the tag. */
function fence(tag: string, attribute: string, text: string): string {
  const opening = `<${tag} ${attribute.replace(/[\n<>]/g, ' ')}>`;
  return `${opening}\n${text.replaceAll(`</${tag}>`, `<\\/${tag}>`)}\n</${tag}>`;
}
