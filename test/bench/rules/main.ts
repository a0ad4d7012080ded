/**
 * How well the rules for standing constraints, corrections and decisions do on what people typed in recorded sessions.
 *
 *     npm run bench:rules -- [DIR] [--show] [--draw 200] [--seed 1]
 *
 * DIR (else LONGTHREAD_CORPUS) holds the transcripts. Labels are addresses in `test/fixtures/standingLabels.tsv`: the
 * transcripts' text is not ours. Rules are made by looking at the tuning half alone; `--show` lists what is wrong there. `--draw` prints sentences to label, found and not found shuffled together, so that others can repeat it.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Interval } from '../retention/bootstrap.ts';
import { splitOfName, type Split } from '../retention/split.ts';
import { percent, renderTable } from '../retention/table.ts';
import { agreements } from './agreement.ts';
import { draw } from './draw.ts';
import { labelled, type LabelledSentence } from './labels.ts';
import { ruleFigures } from './ruleFigures.ts';
import { typedSentences, type TypedSentence } from './typedSentences.ts';

const LABELS = fileURLToPath(new URL('../../fixtures/standingLabels.tsv', import.meta.url));
const LABELS_AGAIN = fileURLToPath(new URL('../../fixtures/standingLabelsAgain.tsv', import.meta.url));
const HALVES: readonly Split[] = ['tuning', 'heldout'];

async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      show: { type: 'boolean', default: false },
      draw: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  });
  const folder = positionals[0] ?? process.env['LONGTHREAD_CORPUS'];
  if (folder === undefined) throw new Error('Name a folder of transcripts, or set LONGTHREAD_CORPUS.');
  const sentences = await typedSentences(folder);
  if (values.draw !== undefined)
    return draw(sentences, Number(values.draw), Number(values.seed)).map(lineOf).join('\n');
  const known = labelled(LABELS, sentences);
  if (known.length === 0) throw new Error(`${folder} holds none of the transcripts that were labelled.`);
  if (!values.show) return `${figuresOf(known)}\n\n${agreementLines()}`;
  return known
    .filter(({ session, isFound, isStanding }) => splitOfName(session) === 'tuning' && isFound !== isStanding)
    .map((sentence) => `${sentence.isFound ? 'found ' : 'missed'}  ${lineOf(sentence)}`)
    .join('\n');
}

function figuresOf(known: readonly LabelledSentence[]): string {
  const rows = HALVES.map((half) => {
    const own = known.filter(({ session }) => splitOfName(session) === half);
    const { sentences, standing, found, precision, recall } = ruleFigures(own);
    return [half, ...[sentences, standing, found].map(String), withInterval(precision), withInterval(recall)];
  });
  return renderTable([['', 'sentences', 'standing', 'found', 'precision', 'recall'], ...rows]);
}

function agreementLines(): string {
  return agreements(LABELS_AGAIN)
    .map(({ sentences, kappa }) => `${String(sentences)} labelled twice, kappa ${kappa.toFixed(2)}`)
    .join('\n');
}

function withInterval({ mean, low, high }: Interval): string {
  return `${percent(mean)} [${percent(low)} ${percent(high)}]`;
}

function lineOf({ session, message, sentence, text }: TypedSentence): string {
  return [session, message, sentence, text].map(String).join('\t');
}

try {
  process.stdout.write(`${await main()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
