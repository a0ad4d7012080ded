import assert from 'node:assert/strict';
import fc from 'fast-check';
import { callsInScript, type ScriptCall } from '../../../../src/adapters/transcripts/codexScripts.ts';
import { jsonLines, readContent, sketch } from '../../../support/transcriptFiles.ts';

const run = (cmd: string): ScriptCall => ({ name: 'exec_command', input: { cmd } });
const patched = (patch: string): ScriptCall => ({ name: 'apply_patch', input: patch });

const READ: readonly (readonly [what: string, script: string, calls: readonly ScriptCall[]])[] = [
  ['a call', 'const r = await tools.exec_command({"cmd":"ls"});\ntext(r.output);', [run('ls')]],
  ['a call without arguments', 'text(await tools.pause())', [{ name: 'pause', input: {} }]],
  [
    'values of each kind',
    'await tools.wait({cell_id: "3", \'ms\': 1_000, deep: [-2.5, true, null,], })',
    [{ name: 'wait', input: { cell_id: '3', ms: 1000, deep: [-2.5, true, null] } }],
  ],
  [
    'a text from a constant',
    String.raw`// It's a patch.
    const patch = "*** Begin Patch\n+\tsay(\"tools.x()\")\n*** End Patch"; text(await tools.apply_patch(patch));`,
    [patched('*** Begin Patch\n+\tsay("tools.x()")\n*** End Patch')],
  ],
  [
    'texts between backticks, one raw and one with escapes',
    'const p = String.raw`+\\d`; await tools.apply_patch(p); await tools.apply_patch(`\\u00e9\\x21\\u{1F600}\\\n.`)',
    [patched('+\\d'), patched('é!😀.')],
  ],
  [
    'concatenated strings',
    'const all = ["a", "b"].join("\\n"); await tools.apply_patch(all + \'c\')',
    [patched('a\nbc')],
  ],
  [
    'fields spread from a constant, and shorthand fields',
    'const base = {cmd: "a"}, cmd = "b"; tools.exec_command({...base}); tools.exec_command({...base, cmd})',
    [run('a'), run('b')],
  ],
  [
    'parallel calls in Promise.all',
    'const [a, b] = await Promise.all([tools.exec_command({cmd: "a"}), tools.exec_command({cmd: "b"})]);',
    [run('a'), run('b')],
  ],
  [
    'calls after regular expressions with quotation marks, and after divisions',
    'r.match(/can\'t|["/`]/u); tools.exec_command({cmd: "a"}); 1 / 2; tools.exec_command({cmd: "b"}); f(x) / 2; return /"/;',
    [run('a'), run('b')],
  ],
  [
    'a call with a constant that is defined later and has its value in parentheses',
    'const go = () => tools.exec_command({cmd}); const cmd = ("a"); go();',
    [run('a')],
  ],
  [
    'a call despite a duplicate declaration and an invalid regular expression',
    'let a; let a; /(?<a>b)(?<a>c)/; tools.exec_command({cmd: "a"});',
    [run('a')],
  ],
];

const DOUBLED = Array.from(
  { length: 60 },
  (_, at) => `const a${String(at + 1)} = [a${String(at)}, a${String(at)}];`,
);

const UNREAD: readonly (readonly [what: string, script: string])[] = [
  ['an argument whose value is a parameter', 'const go = (cmd) => tools.exec_command({cmd}); await go("a");'],
  [
    'a parameter with the same name as a constant',
    'const cmd = "a"; const go = (cmd) => tools.exec_command({cmd}); go("b");',
  ],
  [
    'a parameter’s field with the same name as a constant',
    'const cmd = "a"; function go({cmd}) { return tools.exec_command({cmd}); } go({cmd: "b"});',
  ],
  [
    'a caught error with the same name as a constant',
    'const a = "x"; try { f(); } catch (a) { tools.apply_patch(a); }',
  ],
  ['a template literal with a variable', 'const a = "x"; tools.exec_command({cmd: `ls ${a}`})'],
  ['the result of a string method as an argument', 'const a = "x"; tools.apply_patch(a.replace("x", "y"))'],
  [
    'a constant whose name is declared again in a block',
    'const a = "x"; { const a = f(); tools.apply_patch(a) }',
  ],
  ['a constant list that was changed', 'const a = ["x"]; a.push("y"); tools.exec_command({cmd: a})'],
  ['a field that was changed', 'const a = {cmd: "x"}; a["cmd"] = "y"; tools.exec_command(a)'],
  [
    'an object that was passed to a function',
    'const a = {cmd: "x"}; Object.assign(a, b); tools.exec_command(a)',
  ],
  [
    'a list that is changed through another constant',
    'const a = ["x"], b = a; b.push("y"); tools.exec_command({cmd: a})',
  ],
  ['a joined list that contains an object', 'tools.apply_patch([{toString: "x"}].join(""))'],
  ['values whose size doubles repeatedly', `const a0 = []; ${DOUBLED.join('')} tools.wait(a60)`],
  [
    'texts whose length doubles repeatedly',
    `const a0 = "x"; ${DOUBLED.join('').replaceAll(/\[(\w+), (\w+)\]/gu, '$1 + $2')} tools.wait(a60)`,
  ],
  ['a bigint', 'tools.wait({ms: 1n})'],
  ['a regular expression as a value', 'tools.wait({text: /(/})'],
  ['a computed name of a field', 'const a = "x"; tools.wait({[a]: 1})'],
  ['a call with two arguments', 'tools.wait("1", "2")'],
  [
    'a tool that is destructured from the tools',
    'tools.exec_command({cmd: "ls"}); const {wait} = tools; wait();',
  ],
  ['a syntax error', 'tools.exec_command({cmd: "ls"}))'],
  ['constants that contain each other', 'const a = [b], b = [a]; tools.wait(a)'],
  ['an invalid code point', 'tools.exec_command({cmd: "\\u{110000}"})'],
  ['a variable as an argument', 'let a = "x"; a += "y"; tools.apply_patch(a)'],
  ['very deeply nested lists', `tools.wait(${'['.repeat(100_000)}`],
  ['a sum', 'tools.wait({ms: 1 + 1})'],
  [
    'one unknown argument among several',
    'await tools.exec_command({cmd: "ls"}); await tools.exec_command(more());',
  ],
  ['a truncated end', 'await tools.exec_command({cmd: "ls"'],
  ['no call', 'text(ALL_TOOLS)'],
];

describe('the reader of Codex scripts', () => {
  for (const [what, script, calls] of READ)
    it(`finds ${what}`, () => assert.deepEqual(callsInScript(script), calls));

  for (const [what, script] of UNREAD)
    it(`finds no calls in a script with ${what}`, () => assert.deepEqual(callsInScript(script), []));

  it('reads very long scripts within the test’s time limit', () => {
    for (const odd of ['\\"', '/* ', '/[']) assert.deepEqual(callsInScript(odd.repeat(300_000)), []);
    const names = Array.from({ length: 50_000 }, (_, at) => `const a${String(at)} = 1;`);
    assert.deepEqual(callsInScript(names.join('')), []);
    assert.deepEqual(callsInScript(`/${'(?<a>b)|'.repeat(50_000)}c/`), []);
  });

  it('finds an argument with any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        assert.deepEqual(callsInScript(`tools.wait(${JSON.stringify(input)})`), [
          { name: 'wait', input: JSON.parse(JSON.stringify(input)) as unknown },
        ]);
      }),
    );
  });

  it('replaces a script with its calls, and assigns the script’s result to the last call', async () => {
    const call = (id: string, input: string): object => ({
      type: 'custom_tool_call',
      name: 'exec',
      call_id: id,
      input,
    });
    const result = (id: string, text: string): object => ({
      ...{ type: 'custom_tool_call_output', call_id: id },
      output: [{ type: 'input_text', text }],
    });
    const items = [
      call('a', 'await tools.exec_command({cmd: "ls"}); await tools.exec_command({cmd: "pwd"})'),
      result('a', 'Script completed\nOutput:\nx'),
      call('b', 'await tools.apply_patch("*** Begin Patch")'),
      result('b', 'Script failed\nOutput:\nno such file'),
      call('c', 'text(ALL_TOOLS)'),
      result('c', 'Script completed'),
    ];
    const lines = items.map((payload) => ({ timestamp: 'x', type: 'response_item', payload }));
    const { messages } = await readContent(jsonLines(...lines));
    assert.deepEqual(sketch(messages), [
      'assistant: exec_command#a.1({"cmd":"ls"}) | exec_command#a({"cmd":"pwd"})',
      'tool exec_command#a.1: ',
      'tool exec_command#a: Script completed\nOutput:\nx',
      'assistant: apply_patch#b(*** Begin Patch)',
      'tool apply_patch#b: Script failed\nOutput:\nno such file',
      'assistant: exec#c(text(ALL_TOOLS))',
      'tool exec#c: Script completed',
    ]);
    const failed = messages.filter(({ message }) => message.role === 'tool' && message.isError === true);
    assert.equal(failed.length, 1);
  });
});
