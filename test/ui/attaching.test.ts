import assert from 'node:assert/strict';
import { useViews } from './harness/useViews.ts';

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

describe('the composer', () => {
  const view = useViews();
  const composer = () => view.page.locator('lt-composer textarea');

  /** Fires a paste or drop event with files and texts. Returns whether the view lets the text field insert them. */
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

  it('attaches a folder that is chosen by keyboard after @folder', async () => {
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

  it('sends the data of a pasted image to the host', async () => {
    await view.open('chat', 'day', { width: 300 });
    await pasteOrDrop('paste', [{ name: 'image.png', type: 'image/png', base64: PICTURE }]);
    assert.deepEqual(await view.lastRequest('attachContent', 1), {
      type: 'attachContent',
      name: 'image.png',
      mediaType: 'image/png',
      data: PICTURE,
    });
  });

  it('attaches neither a picture that comes with copied text nor a dropped web address', async () => {
    await view.open('chat', 'day', { width: 300 });
    const picture = { name: 'image.png', type: 'image/png', base64: PICTURE };
    assert.equal(await pasteOrDrop('paste', [picture], { 'text/plain': 'a table' }), true);
    assert.equal(await pasteOrDrop('drop', [], { 'text/uri-list': 'https://example.org/' }), true);
    // Requests arrive in order. A request for the first picture or the web address would arrive before this request.
    await pasteOrDrop('paste', [{ ...picture, name: 'later.png' }]);
    const { name } = (await view.lastRequest('attachContent')) as { name: string };
    assert.equal(name, 'later.png');
    assert.equal(await view.requestCount('attachContent'), 1);
    assert.equal(await view.requestCount('attachUris'), 0);
  });

  it('sends the addresses of files that are dragged in from the editor', async () => {
    await view.open('chat', 'day', { width: 300 });
    await pasteOrDrop('drop', [], { 'text/uri-list': '# two\r\nfile:///w/a.ts\r\nfile:///w/src' });
    assert.deepEqual(await view.lastRequest('attachUris', 1), {
      type: 'attachUris',
      uris: ['file:///w/a.ts', 'file:///w/src'],
    });
  });

  it('sends the text of a file that is dragged in from outside the editor', async () => {
    await view.open('chat', 'day', { width: 300 });
    await pasteOrDrop('drop', [{ name: 'notes.txt', type: 'text/plain', base64: btoa('High water at 4.') }]);
    const sent = { type: 'attachContent', name: 'notes.txt', data: 'High water at 4.' };
    assert.deepEqual(await view.lastRequest('attachContent', 1), sent);
  });

  it('says that a dropped file contains no text if the file is binary, and attaches nothing', async () => {
    await view.open('chat', 'day', { width: 300 });
    await pasteOrDrop('drop', [{ name: 'a.bin', type: '', base64: btoa('a\0b') }]);
    await view.page.getByText('a.bin contains no text.').waitFor();
    assert.equal(await view.requestCount('attachContent'), 0);
  });

  it('inserts pasted text and attaches nothing', async () => {
    await view.open('chat', 'day', { width: 300 });
    assert.equal(await pasteOrDrop('paste', [], { 'text/plain': 'words' }), true);
    assert.equal(await view.requestCount('attachContent'), 0);
  });
});
