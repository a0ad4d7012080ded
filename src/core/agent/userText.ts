import type { TextPart } from '../log/message.ts';

/** The label of text that the editor's agent wrote around the person's words. The model gets it as the host sent it. */
export const AGENT_TEXT = 'agent';

const OPENING = '<userRequest>';
const CLOSING = '</userRequest>';
/**
 * The frame around the person's words in Ask and Edit mode. In later requests, the words come without the frame, or
 * with the frame but without other text.
 */
export const FRAME_OPENING = '<prompt>';
const FRAME_CLOSING = '</prompt>';

export function hasUserRequest(text: string): boolean {
  return text.includes(OPENING);
}

/** Returns whether a text is one request and nothing else. */
export function isRequestAlone(text: string): boolean {
  const all = text.trim();
  return all.startsWith(OPENING) && all.endsWith(CLOSING) && all.indexOf(OPENING, 1) < 0;
}

export function clientText(text: string): TextPart {
  return { type: 'text', text, origin: 'client', label: AGENT_TEXT };
}

/**
 * Splits a user message's text into the person's words and the client's text around them. Together, the parts are the
 * whole text. With `isTagged`, the host marks the person's words, and all text outside `<userRequest>` is the client's.
 * Otherwise the client's text is all text outside the frame or, without a frame, the elements at the beginning and the
 * end.
 */
export function splitUserText(text: string, isTagged: boolean): readonly TextPart[] {
  const [start, end] = trimmed(text, isTagged ? requestIn(text) : betweenBlocks(text));
  if (start >= end) return [clientText(text)];
  const [before, after] = [text.slice(0, start), text.slice(end)];
  return [
    ...(before === '' ? [] : [clientText(before)]),
    { type: 'text', text: text.slice(start, end) },
    ...(after === '' ? [] : [clientText(after)]),
  ];
}

/**
 * Returns the words in the request, or an empty text if `requestIn` finds no request. If the text lacks one or both
 * tags of `<userRequest>`, returns all text that is not the host's.
 */
export function wordsAsked(text: string): string {
  // A person may mention the opening tag alone.
  const isTagged = hasUserRequest(text) && text.includes(CLOSING);
  const [start, end] = trimmed(text, isTagged ? requestIn(text) : betweenBlocks(text));
  return text.slice(start, end);
}

type Range = readonly [start: number, end: number];
const NOTHING: Range = [0, 0];

/**
 * Returns the range of the request, which the host writes last. An attached file may also contain a `<userRequest>` and
 * must not pose as the person. Therefore the last opening tag counts. Returns an empty range if text follows the
 * request and there are several opening tags.
 */
function requestIn(text: string): Range {
  const end = text.lastIndexOf(CLOSING);
  const opening = end < 0 ? -1 : text.lastIndexOf(OPENING, end);
  if (opening < 0) return NOTHING;
  const isLast = text.slice(end + CLOSING.length).trim() === '';
  return isLast || text.indexOf(OPENING) === opening ? [opening + OPENING.length, end] : NOTHING;
}

const FIRST_TAG = /^\s*<([A-Za-z][\w-]*)[^<>]{0,200}>/u;
const LAST_TAG = /<\/([A-Za-z][\w-]*)>\s*$/u;

/** Returns the words in the frame at the end of a text, or undefined if there is no frame. */
export function framedWords(text: string): string | undefined {
  const frame = frameIn(text);
  return frame && text.slice(...frame).trim();
}

/** Returns the range of the words in a frame at the text's end, after any attachments, or undefined. */
function frameIn(text: string): Range | undefined {
  const end = text.trimEnd().length - FRAME_CLOSING.length;
  if (end < 0 || !text.startsWith(FRAME_CLOSING, end)) return undefined;
  const opening = text.lastIndexOf(FRAME_OPENING, end);
  return opening < 0 ? undefined : [opening + FRAME_OPENING.length, end];
}

/**
 * Returns the range between the host's blocks: the content of the frame or, without a frame, all text except for the
 * elements at the beginning and the end.
 */
function betweenBlocks(text: string): Range {
  const frame = frameIn(text);
  if (frame !== undefined) return frame;
  let [start, end] = [0, text.length];
  for (;;) {
    const tag = FIRST_TAG.exec(text.slice(start, end))?.[1];
    const closing = tag === undefined ? -1 : text.indexOf(`</${tag}>`, start);
    if (tag === undefined || closing < 0 || closing >= end) break;
    start = closing + tag.length + 3;
  }
  for (;;) {
    const tag = LAST_TAG.exec(text.slice(start, end).slice(-300))?.[1];
    const opening = tag === undefined ? -1 : text.lastIndexOf(`<${tag}`, end - 1);
    if (opening < start || opening < 0) break;
    end = opening;
  }
  return [start, end];
}

/** The hint that the host appends to the person's words if something is attached. */
const HINT =
  /\(See <attachments> above for file contents\. You may not need to search or read the file again\.\)\s*$/u;

function trimmed(text: string, [start, end]: Range): Range {
  const words = text.slice(start, end).replace(HINT, '');
  const from = start + (words.length - words.trimStart().length);
  return [from, from + words.trim().length];
}
