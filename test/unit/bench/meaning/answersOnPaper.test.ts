import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withAnswersOf } from '../../../bench/meaning/answersOnPaper.ts';
import { textOfItem, tokensOf } from '../../../bench/retention/contextItem.ts';
import { assistant, call, result, user } from '../retention/messages.ts';

const count = (text: string): number => Math.ceil(text.length / 4);
const past = Array.from({ length: 12 }, (_, turn) => [
  user(`Please see to part ${String(turn)} of the harbour, ${'and its moorings, '.repeat(20)}`),
  call(`c${String(turn)}`, { path: `src/part${String(turn)}.ts` }),
  result(`c${String(turn)}`, 'line\n'.repeat(400)),
  assistant(`Part ${String(turn)} is done. ${'It holds now. '.repeat(30)}`),
]).flat();

describe('The engine with answers from files', () => {
  let folder: string;
  let told: string[];
  beforeEach(() => {
    told = [];
    folder = mkdtempSync(join(tmpdir(), 'paper-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const sit = async (): Promise<string> => {
    const row = withAnswersOf(folder, (line) => told.push(line));
    const context = await row.compact({ past, budgetTokens: 1_500, count, seed: 1 });
    assert.ok(tokensOf(context, count) <= 1_500);
    return context.map(textOfItem).join('\n');
  };

  it('writes a request file, and makes a context from the answer file beside the request file', async () => {
    assert.equal(await sit(), '', 'the context is not empty without an answer');
    const [request = ''] = readdirSync(folder);
    assert.match(told[0] ?? '', /request\.txt waits for .*answer\.txt/);
    assert.match(readFileSync(join(folder, request), 'utf8'), /=== system[^]*Please see to part 0/);
    const said = 'Part 3 is done.';
    writeFileSync(join(folder, request.replace('request', 'answer')), `## What was done\n- ${said}`);
    assert.ok((await sit()).includes(`## What was done\n- ${said}`));
  });

  it('does not use the answer file of another request', async () => {
    await sit();
    const [request = ''] = readdirSync(folder);
    renameSync(join(folder, request), join(folder, 'other.answer.txt'));
    assert.equal(await sit(), '');
  });
});
