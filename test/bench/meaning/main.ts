/**
 * Measures what a colleague would still know after a compaction. Uses questions about recorded sessions, and the key
 * points of the answers.
 *
 *     npm run bench:meaning -- [DIR] [--budgets 3000,8000,20000] [--only hybrid] [--no-peers] [--answers DIR]
 *                              [--write DIR] [--windows 100000,200000]
 *
 * DIR (or LONGTHREAD_EXAM) contains an exam for each session (`exam.ts`). LONGTHREAD_CORPUS names the folder of the
 * transcripts. Each question has probes: regular expressions, one for each key point of the answer. A context's score
 * for a question is the share of these probes that match the context's text. The tables show the mean over questions,
 * by kind of question and by budget. A context over its budget counts as empty. The score is a proxy and never a goal,
 * because any text with the right words gets a high score. So the table also has a row with the most frequent names in
 * session order. A gain that this row also has does not count.
 *
 * `--write` writes each context to a file for readers. The readers' answers are the real measure. `--answers` also
 * measures the engine with a model: the benchmark writes the model's requests to that folder, and somebody puts the
 * answers beside the requests (`answersOnPaper.ts`). If you publish the scores, also name the model or person that
 * wrote the answers.
 * With `--windows`, the benchmark uses no budgets. It replays each whole session in context windows of these sizes, and
 * reports the mean score of each strategy and peer after its compactions. Beside it is the mean score of a list of
 * names that has no more tokens than the compacted context.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTokenCounter } from '../../../src/adapters/tokens/inProcessTokenCounter.ts';
import { readTranscript } from '../../../src/adapters/transcripts/formats.ts';
import { parseBudgets, type Budget } from '../retention/budget.ts';
import { textOfItem, tokensOf } from '../retention/contextItem.ts';
import { remembering } from '../retention/remembering.ts';
import { engineRows } from '../retention/rows/engine.ts';
import { isWanted } from '../retention/rows/isWanted.ts';
import { installPeers, PEERS_DIR } from '../retention/rows/peers/installPeers.ts';
import { PEERS, peerRows } from '../retention/rows/peers/peerRows.ts';
import type { Row, Task } from '../retention/rows/row.ts';
import { renderTable } from '../retention/table.ts';
import { withAnswersOf } from './answersOnPaper.ts';
import { readExams, scoresOf, type Exam } from './exam.ts';
import { knownTables } from './knownTables.ts';
import { namesInOrder } from './namesInOrder.ts';
import { pastOf } from './past.ts';
import { whatWasSaid, whatWasSaidAndNewest } from './whatWasSaid.ts';

const ALL = 'all';

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}

interface Scored {
  readonly row: string;
  readonly budget: string;
  readonly kind: string;
  readonly score: number;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    allowNegative: true,
    options: {
      budgets: { type: 'string', default: '3000,8000,20000' },
      only: { type: 'string', default: '' },
      peers: { type: 'boolean', default: true },
      write: { type: 'string' },
      answers: { type: 'string' },
      windows: { type: 'string' },
    },
  });
  const folder = positionals[0] ?? process.env['LONGTHREAD_EXAM'];
  const corpus = process.env['LONGTHREAD_CORPUS'];
  if (folder === undefined) throw new Error('Name a folder of exams, or set LONGTHREAD_EXAM.');
  if (corpus === undefined) throw new Error('Set LONGTHREAD_CORPUS to the folder of transcripts.');
  if (values.windows !== undefined) {
    const windows = values.windows.split(',').map(Number);
    process.stdout.write(
      `${await knownTables(folder, { corpus, windows, withPeers: values.peers, tell })}\n`,
    );
    return;
  }
  const engine = await rowsOf(values.only.split(',').filter(Boolean), values.peers);
  const rows = values.answers === undefined ? engine : [withAnswersOf(values.answers, tell), ...engine];
  const budgets = parseBudgets(values.budgets);
  const counter = await createTokenCounter('o200k_base');
  const count = remembering((text) => counter.countSmall(text));
  const scored: Scored[] = [];
  for (const exam of readExams(folder)) {
    process.stderr.write(`${exam.name}\n`);
    scored.push(...(await sit(exam, { corpus, rows, budgets, count, write: values.write })));
  }
  process.stdout.write(`${budgets.map((budget) => tableOf(budget.label, rows, scored)).join('\n\n')}\n`);
}

async function rowsOf(only: readonly string[], withPeers: boolean): Promise<readonly Row[]> {
  const own = [
    ...engineRows.filter(({ name }) => name === 'hybrid'),
    whatWasSaid,
    whatWasSaidAndNewest,
    namesInOrder,
  ];
  const wanted = own.filter(({ name }) => isWanted(name, only));
  if (!withPeers) return wanted;
  await installPeers(PEERS, PEERS_DIR, tell);
  const peers = (await peerRows(PEERS_DIR)).filter((row) => 'compact' in row);
  return [...wanted, ...peers.filter(({ name }) => isWanted(name, only))];
}

interface Sitting {
  readonly corpus: string;
  readonly rows: readonly Row[];
  readonly budgets: readonly Budget[];
  readonly count: Task['count'];
  readonly write: string | undefined;
}

async function sit(exam: Exam, { corpus, rows, budgets, count, write }: Sitting): Promise<readonly Scored[]> {
  const { messages } = await readTranscript(join(corpus, exam.transcript));
  const past = pastOf(messages, exam);
  const scored: Scored[] = [];
  for (const { label, amount } of budgets) {
    for (const row of rows) {
      const context = await row.compact({ past, budgetTokens: amount, count, seed: exam.cut });
      const isOver = tokensOf(context, count) > amount;
      const text = isOver ? '' : context.map(textOfItem).join('\n\n');
      if (write !== undefined)
        writeText(join(write, row.name.replaceAll(/\W+/gu, '-'), label), exam.name, text);
      for (const { kind, score } of scoresOf(exam, text))
        scored.push({ row: row.name, budget: label, kind, score });
    }
  }
  return scored;
}

function writeText(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.txt`), text);
}

function tableOf(budget: string, rows: readonly Row[], scored: readonly Scored[]): string {
  const kinds = [ALL, ...new Set(scored.map(({ kind }) => kind))];
  const cell = (row: Row, kind: string): string => {
    const own = scored.filter(
      (one) => one.row === row.name && one.budget === budget && (kind === ALL || one.kind === kind),
    );
    return ((100 * own.reduce((sum, { score }) => sum + score, 0)) / Math.max(1, own.length)).toFixed(1);
  };
  const body = rows.map((row) => [row.name, ...kinds.map((kind) => cell(row, kind))]);
  return renderTable([[`at ${budget} tokens`, ...kinds], ...body]);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
