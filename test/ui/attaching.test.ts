import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

describe('attaching in the composer', () => {
  const view = useViews();
  const composer = () => view.page.locator('lt-composer textarea');

  /** Pastes or drops files and texts as the browser does. Returns whether the text field still inserts them. */
  async function pasteOrDrop(
    type: 'paste' | 'drop',
    files: readonly { readonly name: string; readonly type: string; readonly base64: string }[],
    texts: Readonly<Record<string, string>> = {},
  ): Promise<boolean> {
    return composer().evaluate(
      (field, given) => {
        const data = new DataTransfer();
        for (const { name, type: media, base64 } of given.files) {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          data.items.add(new File([bytes], name, { type: media }));
        }
        for (const [format, text] of Object.entries(given.texts)) data.setData(format, text);
        const options = { bubbles: true, cancelable: true };
        return field.dispatchEvent(
          given.type === 'paste'
            ? new ClipboardEvent('paste', { ...options, clipboardData: data })
            : new DragEvent('drop', { ...options, dataTransfer: data }),
        );
      },
      { type, files, texts },
    );
  }

  it('lists folders after @folder, and takes one with the keyboard', async () => {
    await view.open('chat', 'day', { width: 300 });
    await composer().pressSequentially('Look at @fold');
    await view.page.getByRole('option', { name: '@folder' }).waitFor();
    await composer().press('Enter');
    assert.equal(await composer().inputValue(), 'Look at @folder:');
    await view.page.getByRole('option', { name: 'tides/' }).waitFor();
    await composer().press('Enter');
    assert.deepEqual(await view.lastRequest('attach'), { type: 'attach', completion: 'src/tides' });
    assert.equal(await composer().inputValue(), 'Look at ');
  });

  it('attaches a pasted image: sends its data', async () => {
    await view.open('chat', 'day', { width: 300 });
    await pasteOrDrop('paste', [{ name: 'image.png', type: 'image/png', base64: PICTURE }]);
    assert.deepEqual(await view.lastRequest('attachContent', 1), {
      type: 'attachContent',
      name: 'image.png',
      mediaType: 'image/png',
      data: PICTURE,
    });
  });

  it('ignores the picture that some programs add to copied text, and a dropped link', async () => {
    await view.open('chat', 'day', { width: 300 });
    const picture = { name: 'image.png', type: 'image/png', base64: PICTURE };
    assert.equal(await pasteOrDrop('paste', [picture], { 'text/plain': 'a table' }), true);
    assert.equal(await pasteOrDrop('drop', [], { 'text/uri-list': 'https://example.org/' }), true);
    // When the host has this later picture, it would also have the ones that were to be ignored.
    await pasteOrDrop('paste', [{ ...picture, name: 'later.png' }]);
    const { name } = (await view.lastRequest('attachContent')) as { name: string };
    assert.equal(name, 'later.png');
    assert.equal(await view.requestCount('attachContent'), 1);
    assert.equal(await view.requestCount('attachUris'), 0);
  });

  it('attaches files dropped from the editor: sends their addresses', async () => {
    await view.open('chat', 'day', { width: 300 });
    await pasteOrDrop('drop', [], { 'text/uri-list': '# two\r\nfile:///w/a.ts\r\nfile:///w/src' });
    assert.deepEqual(await view.lastRequest('attachUris', 1), {
      type: 'attachUris',
      uris: ['file:///w/a.ts', 'file:///w/src'],
    });
  });

  it('attaches a file dropped from elsewhere: sends its text', async () => {
    await view.open('chat', 'day', { width: 300 });
    await pasteOrDrop('drop', [{ name: 'notes.txt', type: 'text/plain', base64: btoa('High water at 4.') }]);
    const sent = { type: 'attachContent', name: 'notes.txt', data: 'High water at 4.' };
    assert.deepEqual(await view.lastRequest('attachContent', 1), sent);
  });

  it('refuses a file without text, and says so in a sentence', async () => {
    await view.open('chat', 'day', { width: 300 });
    await pasteOrDrop('drop', [{ name: 'a.bin', type: '', base64: btoa('a\0b') }]);
    await view.page.getByText('a.bin holds no text.').waitFor();
    assert.equal(await view.requestCount('attachContent'), 0);
  });

  it('leaves pasted text to the text field', async () => {
    await view.open('chat', 'day', { width: 300 });
    assert.equal(await pasteOrDrop('paste', [], { 'text/plain': 'words' }), true);
    assert.equal(await view.requestCount('attachContent'), 0);
  });
});
