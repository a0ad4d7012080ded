/**
 * Measures the cues for rules on recorded sessions. Recall is the share of standing constraints, corrections and
 * decisions that the cues find. Precision is the share of the found sentences that are such a constraint, correction or
 * decision.
 *
 *     npm run bench:rules -- [DIR] [--show] [--draw 200] [--seed 1]
 *
 * DIR (or LONGTHREAD_CORPUS) contains the transcripts. `test/fixtures/standingLabels.tsv` contains labels by address,
 * because the text of the transcripts is not ours. The cues were changed after a look at both halves of these labels.
 * So `test/fixtures/standingElsewhere.tsv` contains samples of other people's sentences, which nobody had read when the
 * answers of the cues were recorded. `--show` lists the mistakes in the tuning half. `--draw` prints a shuffled list of
 * sentences that the cues find and sentences that the cues do not find. Others can label this list to repeat the
 * measurement.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Interval } from '../retention/bootstrap.ts';
import { splitOfName, type Split } from '../retention/split.ts';
import { percent, renderTable } from '../retention/table.ts';
import { agreements } from './agreement.ts';
import { draw } from './draw.ts';
import { samplesOf } from './elsewhere.ts';
import { labelled, type LabelledSentence } from './labels.ts';
import { ruleFigures } from './ruleFigures.ts';
import { typedSentences, type TypedSentence } from './typedSentences.ts';

const LABELS = fileURLToPath(new URL('../../fixtures/standingLabels.tsv', import.meta.url));
const LABELS_AGAIN = fileURLToPath(new URL('../../fixtures/standingLabelsAgain.tsv', import.meta.url));
const ELSEWHERE = fileURLToPath(new URL('../../fixtures/standingElsewhere.tsv', import.meta.url));
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
  const { known, changed } = labelled(LABELS, sentences);
  if (known.length === 0) throw new Error(`${folder} has none of the labelled transcripts.`);
  const leftOut = `${String(changed)} sentences are left out, because their messages are split differently today than when they were labelled.`;
  if (!values.show) return `${figuresOf(known)}\n${leftOut}\n\n${agreementLines()}`;
  return known
    .filter(({ session, isFound, isStanding }) => splitOfName(session) === 'tuning' && isFound !== isStanding)
    .map((sentence) => `${sentence.isFound ? 'found ' : 'missed'}  ${lineOf(sentence)}`)
    .join('\n');
}

function figuresOf(known: readonly LabelledSentence[]): string {
  const halves = HALVES.map((half) => {
    const own = known.filter(({ session }) => splitOfName(session) === half);
    return { name: half, ...ruleFigures(own) };
  });
  const rows = [...halves, ...samplesOf(ELSEWHERE)].map(
    ({ name, sentences, standing, found, precision, recall }) => [
      name,
      ...[sentences, standing, found].map(String),
      withInterval(precision),
      withInterval(recall),
    ],
  );
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
