import { readFileSync } from 'node:fs';
import type { Interval } from '../retention/bootstrap.ts';

/**
 * How well the cues find the rules in a sample of other people's sentences. Nobody had read these sentences when the
 * cues were frozen.
 */
export interface Sample {
  readonly name: string;
  readonly sentences: number;
  readonly standing: number;
  readonly found: number;
  readonly precision: Interval;
  readonly recall: Interval;
}

interface Sentence {
  readonly sample: string;
  readonly isStanding: boolean;
  readonly isFound: boolean;
  /** Whether the old cues, from before the first sample, found the sentence. They are the baseline of all samples. */
  readonly wasFound: boolean;
}

/**
 * Returns the figures of each sample in a file, then the figures of all samples together, and then the figures of the
 * old cues for all samples. Each line of the file is a sentence. Its fields are the sample, the first digits of the
 * SHA-256 of the sentence (the text is not ours), and `y` or `n` as the answers to three questions: Does the sentence
 * hold beyond its turn? Did the cues at the time of its sample find it? Did the old cues find it?
 */
export function samplesOf(path: string): readonly Sample[] {
  const sentences = readFileSync(path, 'utf8').trim().split('\n').slice(1).map(sentenceOf);
  const samples = [...Map.groupBy(sentences, ({ sample }) => sample)];
  return [
    ...samples.map(([name, own]) => sampleOf(`sample ${name}`, own)),
    sampleOf('together', sentences),
    sampleOf(
      'old cues',
      sentences.map((sentence) => ({ ...sentence, isFound: sentence.wasFound })),
    ),
  ];
}

function sentenceOf(line: string): Sentence {
  const [sample = '', , standing, found, before] = line.split('\t');
  return { sample, isStanding: standing === 'y', isFound: found === 'y', wasFound: before === 'y' };
}

function sampleOf(name: string, sentences: readonly Sentence[]): Sample {
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

/** The standard score with 97.5 % of a normal distribution below it. */
const Z = 1.96;

/**
 * Returns a share with its 95 % interval. Source: Wilson, Probable inference, the law of succession, and statistical
 * inference, 1927.
 */
export function wilson(hits: number, of: number): Interval {
  const mean = hits / of;
  const scale = 1 + Z ** 2 / of;
  const middle = (mean + Z ** 2 / (2 * of)) / scale;
  const reach = (Z * Math.sqrt((mean * (1 - mean)) / of + Z ** 2 / (4 * of ** 2))) / scale;
  return { mean, low: middle - reach, high: middle + reach };
}
