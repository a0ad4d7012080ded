import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { useViews } from './harness/useViews.ts';

describe('the Markdown of an answer', () => {
  const view = useViews();

  /** Shows an answer with this text, which must contain “The end.” once. */
  async function shown(markdown: string): Promise<Locator> {
    await view.open('chat', 'empty');
    const row = { type: 'assistant', id: 'a', at: 0, markdown, reasoning: '' } as const;
    await view.append({ ...row, isPinned: false, isStreaming: false });
    const answer = view.page.locator('[data-id="a"] lt-markdown');
    await answer.getByText('The end.').waitFor();
    return answer;
  }

  /** Shows an answer with this text, and returns the words and the address of each link in the answer. */
  async function linksIn(markdown: string): Promise<(readonly [words: string, href: string | null])[]> {
    const answer = await shown(markdown);
    return answer
      .locator('a')
      .evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')] as const));
  }

  it('is shown only once if lines end with a carriage return', async () => {
    for (const lineBreak of ['\r', '\r\n']) {
      const answer = await shown(`One${lineBreak}two.\n\nThree.\n\nFour.\n\nThe end.`);
      assert.deepEqual(await answer.locator('p').allTextContents(), [
        'One\ntwo.',
        'Three.',
        'Four.',
        'The end.',
      ]);
    }
  });

  it('can link to paths such as a.ts:40 and C:/w/c.ts, but not to e:alert(1)', async () => {
    assert.deepEqual(
      await linksIn('[a](a.ts:40) [b](b.ts) [c](C:/w/c.ts) [d](c:\\w\\d.ts:4-9) [e](e:alert(1)) The end.'),
      [
        ['a', 'a.ts:40'],
        ['b', 'b.ts'],
        ['c', 'C:/w/c.ts'],
        ['d', 'c:%5Cw%5Cd.ts:4-9'],
      ],
    );
  });

  it('can link to a line of a file whatever characters its path has, but not to an address such as tel:123', async () => {
    const paths = ['app/[id]/(tabs)/page.tsx:4', 'src/+page.svelte:12-20', 'größe.ts:3', 'C:/w/Makefile:7:2'];
    const refused = ['tel:123', 'command:1', '//host/a.ts:4'];
    const links = [...paths, 'docs/my notes.md:9', ...refused].map((path) => `[x](<${path}>)`);
    const found = (await linksIn(`${links.join(' ')} The end.`)).map(([, href]) => decodeURI(href ?? ''));
    assert.deepEqual(found, [...paths, 'docs/my notes.md:9']);
  });

  it('can use links that are defined in any later paragraph', async () => {
    assert.deepEqual(
      await linksIn(
        'See [the port][p] and [q].\n\nMore.\n\n[p]: https://example.org/p\n\nThe end.\n\n[q]: q.md',
      ),
      [
        ['the port', 'https://example.org/p'],
        ['q', 'q.md'],
      ],
    );
  });

  it('is shown with a link in place of each image', async () => {
    assert.deepEqual(
      await linksIn('![plan](plan.png) ![](shot.png) [![passing](badge.svg)](https://ci.example) The end.'),
      [
        ['plan', 'plan.png'],
        ['shot.png', 'shot.png'],
        ['passing', 'https://ci.example'],
      ],
    );
  });

  it('keeps the selection, the focus and the scroll position of a code block that is being streamed', async () => {
    await view.open('chat', 'streaming');
    const stream = (text: string): Promise<void> => view.push({ type: 'textStreamed', id: 'live', text });
    await stream(`Some code:\n\n\`\`\`ts\nconst height = ${'before + '.repeat(20)}0;\nconst la`);
    const code = view.page.locator('[data-id="live"] pre');
    await code.getByText('const la').waitFor();
    await code.evaluate((pre) => {
      pre.focus();
      pre.scrollLeft = 50;
      const text = pre.querySelector('code')!.firstChild!;
      document.getSelection()!.setBaseAndExtent(text, 6, text, 12);
    });
    await stream('st = 1;\nconst next = 2;\n');
    await code.getByText('const next').waitFor();
    const kept = await code.evaluate((pre) => [
      document.activeElement === pre,
      pre.scrollLeft,
      document.getSelection()!.toString(),
    ]);
    assert.deepEqual(kept, [true, 50, 'height']);
    assert.match(String(await code.textContent()), /\+ 0;\nconst last = 1;\nconst next = 2;\n$/u);
  });
});
