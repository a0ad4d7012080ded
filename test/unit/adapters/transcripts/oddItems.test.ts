import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fixturePath, readContent, sketch } from '../../../support/transcriptFiles.ts';

/** Files with one list of messages. If the list is a field of an object, `list` is the name of this field. */
const files: readonly (readonly [file: string, list?: string])[] = [
  ['chatReplay.json', 'prompts'],
  ['cline.json', 'messages'],
  ['clineHistory.json'],
  ['clineUi.json'],
  ['continue.json', 'history'],
  ['crush.json', 'messages'],
  ['geminiCli.json', 'messages'],
  ['miniSweAgent.json', 'messages'],
  ['openAi.json', 'messages'],
  ['openCode.json', 'messages'],
  ['openHands.json'],
  ['sweAgent.json', 'history'],
  ['vscodeChat.json', 'requests'],
];

describe('Non-object list items', () => {
  for (const [file, list] of files)
    it(`are reported, and do not affect other items: ${file}`, async () => {
      const text = readFileSync(fixturePath(file), 'utf8');
      const value = JSON.parse(text) as Record<string, unknown[]> & unknown[];
      const items = list === undefined ? value : value[list];
      assert.ok(items);
      const { messages } = await readContent(text);
      items.splice(1, 0, null, 7);
      const read = await readContent(JSON.stringify(value));
      assert.deepEqual(sketch(read.messages), sketch(messages));
      const named = read.skipped.find(({ what }) => what === 'item that is not an object');
      assert.deepEqual([named?.where, named?.count], ['item 2', 2]);
    });
});

describe('List items with an unknown role', () => {
  const cases: readonly (readonly [file: string, where: string, item?: object])[] = [
    ['cline.json', 'item 2'],
    ['clineHistory.json', 'item 2'],
    ['miniSweAgent.json', 'item 2'],
    ['openAi.json', 'item 2'],
    ['openCode.json', 'message 2', { info: { id: 'odd', role: 'odd' }, parts: [] }],
  ];
  for (const [file, where, item = { role: 'odd', content: 'x' }] of cases)
    it(`are reported with the position of the first such item: ${file}`, async () => {
      const value = JSON.parse(readFileSync(fixturePath(file), 'utf8')) as {
        messages?: unknown[];
      } & unknown[];
      (value.messages ?? value).splice(1, 0, item);
      const { skipped } = await readContent(JSON.stringify(value));
      const named = skipped.find(({ what }) => /^(?:item|message) without a known role$/u.test(what));
      assert.equal(named?.where, where);
    });
});
