import { secretRules } from '../../src/adapters/redaction/secretRules.ts';
import { SecretRedactor } from '../../src/adapters/redaction/secretRedactor.ts';
import { maskSpans } from '../../src/core/log/mask.ts';
import { seededRandom } from '../bench/retention/seeded.ts';
import { exampleText } from '../support/ruleExamples.ts';
import { withCommas, type Trial } from './trial.ts';

type Random = () => number;

const BATCH = 100;

const pick = <T>(random: Random, items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
const words = (random: Random, count: number): string =>
  Array.from({ length: count }, () => pick(random, WORDS)).join(' ');
const WORDS = 'the build of a page ran into its limit and then we read what each file says about it'.split(
  ' ',
);

/**
 * Surroundings of a text in messages and outputs. The surroundings must not change whether the text counts as a secret.
 */
const PLACES: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text, random) => `${words(random, 12)}:\n${text}\n${words(random, 9)}.\n`,
  (text, random) => `${words(random, 5)}:\n\n\`\`\`\n${text}\n\`\`\`\n${words(random, 5)}`,
  // Puts the text between so many words that the result is searched in pieces.
  (text, random) =>
    `${words(random, 9_000 + Math.floor(random() * 9_000))}\n${text}\n${words(random, 4_000)}`,
  // Puts the text between coloured lines, as a terminal prints them.
  (text, random) =>
    `\u001b[1m${words(random, 4)}\u001b[0m\n${text}\n\u001b[32m✓ ${words(random, 3)}\u001b[39m`,
  (text, random) => `${words(random, 4)}\r\n${text}\r\n`,
];

interface Hidden {
  readonly id: string;
  readonly text: string;
  /** The secret, which must be masked. Empty if the text only looks like a secret. */
  readonly key: string;
}

function hide(random: Random): Hidden {
  const { id, example, counterExample } = pick(random, secretRules);
  const isSecret = random() < 0.7;
  const { text, key } = exampleText(isSecret ? example : counterExample, random);
  return { id, key: isSecret ? key : '', text: pick(random, PLACES)(text, random) };
}

export const secrets: Trial = {
  what: 'secrets and look-alikes hidden in texts',
  usual: 10_000,
  async run({ count, seed, progress }) {
    const random = seededRandom(seed);
    const redactor = new SecretRedactor();
    const failures: string[] = [];
    let masked = 0;
    for (let done = 0; done < count;) {
      const hidden = Array.from({ length: Math.min(BATCH, count - done) }, () => hide(random));
      const found = await redactor.find(hidden.map(({ text }) => text));
      hidden.forEach(({ id, text, key }, index) => {
        const spans = found[index] ?? [];
        done += 1;
        if (key === '' && spans.length > 0)
          failures.push(`${done}: masked a look-alike of ${id}: ${text.slice(0, 200)}`);
        if (key !== '' && maskSpans(text, spans).includes(key))
          failures.push(`${done}: missed ${id}: ${text.slice(0, 200)}`);
        if (spans.length > 0) masked += 1;
      });
      progress(done);
    }
    return {
      failures,
      figures: `${withCommas(masked)} masked in logs, coloured and long texts; nothing else was masked`,
    };
  },
};
