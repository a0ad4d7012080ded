import type { ChatHost } from './chatHost.ts';

/** The most bytes of a file in one message; the host counts its tokens. */
const MOST_IMAGE_BYTES = 4_000_000;
const MOST_TEXT_BYTES = 2_000_000;

/** An editor's own lists of what is dragged, the fuller one first. */
const URI_TYPES = ['application/vnd.code.uri-list', 'text/uri-list'];

/** Images of the clipboard are attached; text is pasted as ever. */
export async function attachPasted(event: ClipboardEvent, host: ChatHost): Promise<void> {
  const files = [...(event.clipboardData?.files ?? [])].filter(isImage);
  if (files.length === 0) return;
  event.preventDefault();
  await attachEach(files, host);
}

/** Says to the page that something may be dropped here. */
export function takesDrop(event: DragEvent): void {
  const types = event.dataTransfer?.types ?? [];
  if (types.includes('Files') || URI_TYPES.some((type) => types.includes(type))) event.preventDefault();
}

/** Files of the editor come by their addresses, others with what is in them. */
export async function attachDropped(event: DragEvent, host: ChatHost): Promise<void> {
  const { dataTransfer } = event;
  if (dataTransfer === null) return;
  const list = URI_TYPES.map((type) => dataTransfer.getData(type)).find((text) => text !== '') ?? '';
  const uris = list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  const files = [...dataTransfer.files];
  if (uris.length === 0 && files.length === 0) return;
  event.preventDefault();
  if (uris.length > 0) host.tell({ type: 'attachUris', uris });
  else await attachEach(files, host);
}

async function attachEach(files: readonly File[], host: ChatHost): Promise<void> {
  for (const file of files) {
    const name = file.name === '' ? 'image' : file.name;
    if (file.size > (isImage(file) ? MOST_IMAGE_BYTES : MOST_TEXT_BYTES)) {
      host.show(`${name} is too large to attach.`);
    } else if (isImage(file)) {
      host.tell({ type: 'attachContent', name, mediaType: file.type, data: await base64Of(file) });
    } else {
      const data = await file.text();
      if (data === '' || data.includes('\0')) host.show(`${name} holds no text.`);
      else host.tell({ type: 'attachContent', name, data });
    }
  }
}

function isImage({ type }: File): boolean {
  return type.startsWith('image/');
}

/** In pieces: a call takes no million of arguments. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(''));
}
