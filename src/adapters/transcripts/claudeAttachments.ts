import type { UserPart } from '../../core/log/message.ts';
import { asClientParts, resultPartsOf } from './anthropicBlocks.ts';
import { fieldOf, isObject, objectOf, type JsonObject } from './json.ts';

interface Kind {
  readonly label: string;
  /** The field with the name of the file or folder. Absent if the model does not see a name. */
  readonly name?: string;
}

/** The kinds of Claude Code's attachments that the model saw, each with the label for the attachment's text. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['nested_memory', { label: 'instructions' }],
  ['hook_additional_context', { label: 'hook' }],
  ['edited_text_file', { label: 'attachment', name: 'filename' }],
  // A file that the person mentioned or, after a compaction, a file that was read before. Large files are only named.
  ['file', { label: 'attachment', name: 'filename' }],
  ['compact_file_reference', { label: 'attachment', name: 'filename' }],
  ['directory', { label: 'attachment', name: 'path' }],
  // The newest plan, which Claude Code attaches after a compaction.
  ['plan_file_reference', { label: 'attachment', name: 'planFilePath' }],
  ['selected_lines_in_ide', { label: 'environment', name: 'filename' }],
  ['opened_file_in_ide', { label: 'environment', name: 'filename' }],
]);

/**
 * Returns the texts of an attachment as client text. Returns undefined if the model did not see the attachment, or if
 * the attachment is a file without text, such as a picture.
 */
export function attachedParts(attachment: JsonObject, type: string): readonly UserPart[] | undefined {
  const kind = KINDS.get(type);
  const texts = textsOf(contentOf(attachment));
  if (kind === undefined || (type === 'file' && texts.length === 0)) return undefined;
  const name = kind.name === undefined ? [] : textsOf(fieldOf(attachment, kind.name));
  return asClientParts([...name, ...texts], kind.label);
}

const CONTENT = ['content', 'snippet', 'planContent'] as const;

/** Returns an attachment's content. The content can be in an object, and a file's content in a further object. */
function contentOf(attachment: JsonObject): unknown {
  const [content] = CONTENT.map((key) => fieldOf(attachment, key)).filter((value) => value !== undefined);
  return isObject(content) ? fieldOf(objectOf(content, 'file') ?? content, 'content') : content;
}

function textsOf(content: unknown): readonly UserPart[] {
  return resultPartsOf(content).filter((part) => part.type === 'text');
}
