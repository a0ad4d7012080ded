import assert from 'node:assert/strict';
import type { ToolCallPart } from '../../../../src/core/log/message.ts';
import { argumentViews, writtenSize, diffOf } from '../../../../src/extension/chat/argumentViews.ts';

const callWith = (name: string, given: unknown): ToolCallPart => ({
  type: 'toolCall',
  callId: 'c1',
  name,
  arguments: typeof given === 'string' ? given : JSON.stringify(given),
});

/** Returns the kind, text and language of the call's argument. Asserts that exactly one argument is shown. */
function viewOf(name: string, given: unknown): readonly unknown[] {
  const views = argumentViews(callWith(name, given));
  assert.equal(views.length, 1, JSON.stringify(views));
  const { kind, text, language } = views[0] ?? assert.fail();
  return language === undefined ? [kind, text] : [kind, text, language];
}

describe('argumentViews', () => {
  for (const [from, to] of [
    ['old_string', 'new_string'],
    ['oldString', 'newString'],
    ['old_str', 'new_str'],
    ['old_text', 'new_text'],
    ['oldText', 'newText'],
    ['old', 'new'],
    ['search', 'replace'],
  ] as const) {
    it(`returns a diff for the arguments “${from}” and “${to}”, but not for “${from}” alone`, () => {
      assert.deepEqual(viewOf('other', { [from]: 'a', [to]: 'b' }), ['text', '-a\n+b', 'diff']);
      assert.deepEqual(viewOf('other', { [from]: 'a' }), ['value', 'a']);
    });
  }

  for (const [what, name, given, view] of [
    ['300 characters on one line', 'ask', { prompt: 'x'.repeat(300) }, ['value', 'x'.repeat(300)]],
    ['301 characters on one line', 'ask', { prompt: 'x'.repeat(301) }, ['text', 'x'.repeat(301)]],
    ['two lines', 'ask', { prompt: 'a\nb' }, ['text', 'a\nb']],
    ['an argument with the name patchText', 'other', { patchText: '+a' }, ['text', '+a', 'diff']],
    ['an argument with the name diff', 'other', { diff: '+a' }, ['text', '+a', 'diff']],
    [
      'a text that begins like a patch',
      'other',
      { input: '*** Begin Patch\n+a' },
      ['text', '*** Begin Patch\n+a', 'diff'],
    ],
    [
      'a text that only mentions a patch',
      'other',
      { input: 'a\n*** Begin Patch' },
      ['text', 'a\n*** Begin Patch'],
    ],
    ['an argument whose name only contains “patch”', 'other', { patches: 'none' }, ['value', 'none']],
    ['a number', 'other', { depth: 0 }, ['value', '0']],
    ['a list with an empty item', 'other', { of: ['a', null, 2] }, ['value', 'a, , 2']],
    ['an empty list', 'other', { of: [] }, ['value', '']],
    [
      'a list of edits and other items',
      'other',
      { of: [{ old: 'a', new: 'b' }, 'c'] },
      ['text', '[\n  {\n    "old": "a",\n    "new": "b"\n  },\n  "c"\n]', 'json'],
    ],
    ['a command as a list of words', 'shell', { cmd: ['git', 'status'] }, ['command', 'git status']],
    [
      'a list with a shell, “-c” and a script',
      'shell',
      { cmd: ['/bin/zsh', '-c', 'ls | wc'] },
      ['command', 'ls | wc'],
    ],
    [
      'a list with a shell, “-c”, a script and a further argument',
      'shell',
      { cmd: ['sh', '-c', 'ls', 'x'] },
      ['command', 'sh -c ls x'],
    ],
    ['a program whose name ends in sh', 'shell', { script: ['push', '-c', 'ls'] }, ['command', 'push -c ls']],
    ['an argument “command” of a tool that is not a shell', 'editor', { command: 'view' }, ['value', 'view']],
  ] as const) {
    const [kind, , language] = view as readonly string[];
    it(`returns a “${language ?? kind ?? ''}” view for ${what}`, () => {
      assert.deepEqual(viewOf(name, given), view);
    });
  }

  it('returns no view for empty values or arguments, but a text view for arguments that are not JSON', () => {
    assert.deepEqual(argumentViews(callWith('other', { a: '', b: null })), []);
    assert.deepEqual(argumentViews(callWith('other', '  ')), []);
    assert.deepEqual(argumentViews(callWith('other', ' {} ')), []);
    assert.deepEqual(viewOf('other', ' not JSON\n'), ['text', 'not JSON']);
  });
});

describe('the size of a call’s file change', () => {
  for (const [given, size] of [
    [{ path: 'a.ts', content: 'a\nb' }, '2 lines'],
    [{ path: 'a.ts', content: `${'x'.repeat(301)}\n\n` }, '1 line'],
    [
      {
        edits: [
          { old: 'a', new: 'b' },
          { old: 'c\nd', new: 'e' },
        ],
      },
      '+2 −3',
    ],
    [{ patch: '--- a\n+++ b\n@@\n---- c\n++++ d\n--e\n++f' }, '+2 −2'],
    [{ old: 'a', new: 'a' }, '+0 −0'],
  ] as const) {
    it(`is ${size} for ${JSON.stringify(given).slice(0, 60)}`, () => {
      const call = callWith('edit', given);
      assert.deepEqual([writtenSize(call), writtenSize(call)], [size, size]);
    });
  }
});

describe('the diff of two texts', () => {
  it('removes all old lines and adds all new lines if more than 500 lines differ', () => {
    const lines = (mark: string, count: number): string[] =>
      Array.from({ length: count }, (_, at) => `${mark}${at}`);
    const old = ['same', ...lines('a', 250), 'same'].join('\n');
    const marks = (more: readonly string[]): number =>
      diffOf(old, ['same', ...lines('b', 250), ...more, 'same'].join('\n'))
        .split('\n')
        .filter((line) => line === ' same').length;
    assert.deepEqual([marks([]), marks(['c'])], [2, 0]);
  });

  it('includes empty lines', () => {
    assert.equal(diffOf('', '\n'), '+');
    assert.equal(diffOf('a\n\n', 'a\n'), ' a\n-');
    assert.equal(diffOf('\n', 'a'), '-\n+a');
    assert.equal(diffOf('', ''), '');
  });
});
