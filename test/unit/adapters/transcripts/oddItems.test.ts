import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fixturePath, readContent, sketch } from '../../../support/transcriptFiles.ts';

/** Files with one list of messages, and the name of the list where an object holds it. */
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

describe('List items that are not objects', () => {
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
      assert.equal(named?.count, 2);
    });
});
