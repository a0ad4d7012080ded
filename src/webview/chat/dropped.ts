import type { ChatHost } from './chatHost.ts';

/** The maximum sizes in bytes of an image and of a text file. Files whose addresses are sent are not checked here. */
const MOST_IMAGE_BYTES = 4_000_000;
const MOST_TEXT_BYTES = 2_000_000;

/** The data types in which editors pass lists of dragged files. The first type is the more complete one. */
const URI_TYPES = ['application/vnd.code.uri-list', 'text/uri-list'];

/** The maximum number of addresses in an `attachUris` request. */
const MOST_FILES = 20;
/** Matches addresses of files, but not of web pages: the text field inserts a link to a web page as text. */
const FILE_ADDRESS = /^(?!https?:|mailto:)[\w+.-]+:/iu;

/**
 * Attaches images from the clipboard. Does nothing if the clipboard also contains text, since some programs add a
 * picture of the text. The text field then inserts the text.
 */
export async function attachPasted(event: ClipboardEvent, host: ChatHost): Promise<void> {
  if (event.clipboardData?.types.includes('text/plain') === true) return;
  const files = [...(event.clipboardData?.files ?? [])].filter(isImage);
  if (files.length === 0) return;
  event.preventDefault();
  await attachEach(files, host);
}

/** Tells the browser that the dragged files can be dropped here. */
export function takesDrop(event: DragEvent): void {
  const types = event.dataTransfer?.types ?? [];
  if (types.includes('Files') || URI_TYPES.some((type) => types.includes(type))) event.preventDefault();
}

/** Attaches dropped files: sends the addresses of files from the editor, and the content of other files. */
export async function attachDropped(event: DragEvent, host: ChatHost): Promise<void> {
  const { dataTransfer } = event;
  if (dataTransfer === null) return;
  const list = URI_TYPES.map((type) => dataTransfer.getData(type)).find((text) => text !== '') ?? '';
  const uris = list.split(/\r?\n/).filter((line) => FILE_ADDRESS.test(line));
  const files = [...dataTransfer.files];
  if (uris.length === 0 && files.length === 0) return;
  event.preventDefault();
  if (uris.length > MOST_FILES) host.show(`At most ${String(MOST_FILES)} files can be dropped at once.`);
  else if (uris.length > 0) host.tell({ type: 'attachUris', uris });
  else await attachEach(files, host);
}

async function attachEach(files: readonly File[], host: ChatHost): Promise<void> {
  const unread: string[] = [];
  for (const file of files) await attach(file, host).catch(() => unread.push(file.name));
  if (unread.length > 0) host.show(`These files can’t be read: ${unread.join(', ')}.`);
}

async function attach(file: File, host: ChatHost): Promise<void> {
  const name = file.name === '' ? 'image' : file.name;
  if (file.size > (isImage(file) ? MOST_IMAGE_BYTES : MOST_TEXT_BYTES)) {
    host.show(`${name} is too large to attach.`);
  } else if (isImage(file)) {
    host.tell({ type: 'attachContent', name, mediaType: file.type, data: await base64Of(file) });
  } else {
    const data = await file.text();
    if (data === '' || data.includes('\0')) host.show(`${name} contains no text.`);
    else host.tell({ type: 'attachContent', name, data });
  }
}

function isImage({ type }: File): boolean {
  return type.startsWith('image/');
}

/** Encodes a file in pieces, since `String.fromCharCode` can't take millions of arguments. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(''));
}
