import type { UserPart } from '../../core/log/message.ts';
import type { AttachmentView } from '../../shared/composerView.ts';

const KINDS: Readonly<Record<string, AttachmentView['kind']>> = {
  problems: 'problems',
  diff: 'diff',
  terminal: 'terminal',
};

/**
 * Returns the name and kind of an attachment that goes back into the composer; undefined for the person's own words.
 */
export function givenBackAs(part: UserPart): Pick<AttachmentView, 'label' | 'kind'> | undefined {
  switch (part.type) {
    case 'file':
      return { label: part.path, kind: part.path.endsWith('/') ? 'folder' : 'file' };
    case 'image':
      return { label: part.name ?? 'image', kind: 'image' };
    case 'text': {
      const kind = KINDS[part.label ?? ''];
      return kind && { label: `@${kind}`, kind };
    }
  }
}
