import assert from 'node:assert/strict';
import { givenBackAs } from '../../../../src/extension/chat/attachedLists.ts';

describe('A part of an unsent message', () => {
  it('returns to the composer as a named attachment, unless the part is the person’s own text', () => {
    assert.deepEqual(
      [
        { type: 'text', text: 'Look.' } as const,
        { type: 'file', path: 'src/a.ts:1-2', text: 'one' } as const,
        { type: 'file', path: 'src/', text: 'a.ts' } as const,
        { type: 'image', mediaType: 'image/png', data: '', name: 'pasted.png' } as const,
        { type: 'text', text: '+one', origin: 'client', label: 'diff' } as const,
      ].map((part) => givenBackAs(part, new Set())),
      [
        undefined,
        { label: 'src/a.ts:1-2', kind: 'selection' },
        { label: 'src/', kind: 'folder' },
        { label: 'pasted.png', kind: 'image' },
        { label: '@diff', kind: 'diff' },
      ],
    );
  });

  it('gets another name if the part is an image and the name is taken', () => {
    const image = { type: 'image', mediaType: 'image/png', data: '', name: 'pasted.png' } as const;
    const taken = new Set(['pasted.png', 'pasted-2.png']);
    assert.deepEqual(givenBackAs(image, taken), { label: 'pasted-3.png', kind: 'image' });
  });
});
