import assert from 'node:assert/strict';
import { viewHtml } from '../../../src/shared/viewHtml.ts';

describe('the page of a view', () => {
  const html = viewHtml({
    title: 'Chat',
    nonce: 'n0nce',
    cspSource: 'https://files.example',
    scriptUri: 'https://files.example/chat.js',
    codiconsUri: 'https://files.example/codicon.css',
  });

  it('allows only the extension’s own script, style sheet and font', () => {
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(html)?.[1];
    assert.equal(
      policy,
      `default-src 'none'; script-src 'nonce-n0nce'; style-src https://files.example 'nonce-n0nce'; font-src https://files.example`,
    );
  });

  it('has the nonce on each script and style sheet that it loads', () => {
    const loads = html.match(/<(script|link)[^>]*>/g) ?? [];
    assert.equal(loads.length, 2);
    for (const tag of loads) assert.match(tag, /nonce="n0nce"/);
  });
});
