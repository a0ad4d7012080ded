import { readFileSync } from 'node:fs';
import type { Interval } from '../retention/bootstrap.ts';

/** What cues found among sentences of people nobody had looked at when the cues were frozen. */
export interface Lot {
  readonly name: string;
  readonly sentences: number;
  readonly standing: number;
  readonly found: number;
  readonly precision: Interval;
  readonly recall: Interval;
}

interface Sentence {
  readonly lot: string;
  readonly isStanding: boolean;
  readonly isFound: boolean;
  /** Found by the cues that all lots are compared with. */
  readonly wasFound: boolean;
}

/**
 * The lots of a file, all of them together, and what the cues before found there. A line is a sentence: its lot, the
 * first digits of its SHA-256 (the text is not ours), and `y` or `n` for whether it goes on holding, whether the cues
 * of its lot found it, and whether those before did.
 */
export function lotsOf(path: string): readonly Lot[] {
  const sentences = readFileSync(path, 'utf8').trim().split('\n').slice(1).map(sentenceOf);
  const lots = [...Map.groupBy(sentences, ({ lot }) => lot)];
  return [
    ...lots.map(([name, own]) => lotOf(`lot ${name}`, own)),
    lotOf('together', sentences),
    lotOf(
      'cues before',
      sentences.map((sentence) => ({ ...sentence, isFound: sentence.wasFound })),
    ),
  ];
}

function sentenceOf(line: string): Sentence {
  const [lot = '', , standing, found, before] = line.split('\t');
  return { lot, isStanding: standing === 'y', isFound: found === 'y', wasFound: before === 'y' };
}

function lotOf(name: string, sentences: readonly Sentence[]): Lot {
  const found = sentences.filter(({ isFound }) => isFound);
  const right = found.filter(({ isStanding }) => isStanding).length;
  const standing = sentences.filter(({ isStanding }) => isStanding).length;
  return {
    name,
    sentences: sentences.length,
    standing,
    found: found.length,
    precision: wilson(right, found.length),
    recall: wilson(right, standing),
  };
}

/** 97.5 % of a normal distribution lies below it. */
const Z = 1.96;

/** A share with its interval of 95 % (Wilson, Probable inference, the law of succession, and statistical inference, 1927). */
export function wilson(hits: number, of: number): Interval {
  const mean = hits / of;
  const scale = 1 + Z ** 2 / of;
  const middle = (mean + Z ** 2 / (2 * of)) / scale;
  const reach = (Z * Math.sqrt((mean * (1 - mean)) / of + Z ** 2 / (4 * of ** 2))) / scale;
  return { mean, low: middle - reach, high: middle + reach };
}
