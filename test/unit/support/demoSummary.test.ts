import assert from 'node:assert/strict';
import { summaryText } from '../../support/demo/demoSummary.ts';

describe('The demo’s summary', () => {
  const text = summaryText(
    [
      '[user] Fix the failing tests, and never change the tests.',
      '[assistant] I decided to compare times because names can be equal.',
      '[assistant] I decided to compare times because names can be equal.',
      '[assistant] I changed src/harbour.ts so that it fails no more.',
      '[assistant] All tests pass now, as far as I can see.',
      '[assistant] Nothing else is open in this workspace.',
    ].join('\n'),
  );

  it('contains each line only once in the sections after the original request', () => {
    const [, ...told] = text.split('\n').filter((line) => line.startsWith('- '));
    assert.deepEqual(told, [...new Set(told)]);
    assert.ok(
      told.some((line) => line.includes('compare times')),
      text,
    );
  });

  it('has no heading without content', () => {
    assert.doesNotMatch(text, /None|##[^\n]*\n\n/);
    assert.doesNotMatch(text, /## Errors and fixes/);
  });
});
