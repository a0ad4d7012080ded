import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { TextSpan } from '../../core/log/mask.ts';

/** The words that a phrase may have: BIP-39’s English list. */
const WORDS = new Set(wordlist);
/** Matches words. Matches escaped line breaks, too, so that `\nword` is not read as the word `nword`. */
const TOKEN = /\\[nr]|[A-Za-z]+/g;
/** Matches what may be between two words: spaces, commas, quotes, line breaks, and the numbers of a list. */
const SEPARATOR = /^(?:[\s,"'`[\]|*-]|\\[nr"]|(?<!\d)\d{1,2}[.):]?(?!\d)){1,24}$/;
/** Matches a line break or a closing quote at the beginning. */
const CLOSING = /^(?: ?\r?\n|\\[nr]|\\?["'`])/;
/** Matches names of a wallet's seed phrase: `MNEMONIC`, “recovery phrase”, `Wallet.fromPhrase`, “frase semilla”. */
const NAME =
  /mnemonic|(?:seed|recovery|backup|wallet)[ _-]?(?:phrase|words)|from_?phrase|助记词|助記詞|ニーモニック|니모닉|мнемоник|сид[- ]?фраз|(?:frase|phrase|frasa|wiederherstellungs|sicherungs)[ -]?(?:semilla|de recuperación|de récupération|secrète|pemulihan|phrase|wörter)/iu;
/** The maximum number of characters from the beginning of the name to the phrase. */
const NEAR = 100;
/** The numbers of words that a phrase of BIP-39 may have. */
const LENGTHS = [12, 15, 18, 21, 24];
/**
 * The maximum number of words in a run. A longer run counts as a word list, not as a phrase. A shorter run may be a
 * phrase followed by the beginning of a sentence.
 */
const MOST_WORDS = 35;

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the seed phrases of wallets: twelve or more words of BIP-39’s English list with a correct checksum. After the
 * name of a seed phrase, the words are found even if the checksum is wrong or the phrase has 25 words. Phrases of
 * examples, which repeat the same words, are not found.
 */
export function findSeedPhrases(text: string): readonly TextSpan[] {
  return runsIn(text).flatMap((run) => {
    if (!isNamed(text, run)) return phrasesIn(run);
    return isExample(run) ? [] : [namedPhrase(text, run)];
  });
}

/** Returns the runs of words, from twelve words up to `MOST_WORDS`, with only separators between the words. */
function runsIn(text: string): readonly (readonly Word[])[] {
  const runs: Word[][] = [];
  let run: Word[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const word = token.toLowerCase();
    if (!WORDS.has(word)) continue;
    const last = run.at(-1);
    if (last === undefined || !SEPARATOR.test(text.slice(last.end, index))) runs.push((run = []));
    run.push({ word, start: index, end: index + word.length });
  }
  return runs.filter(({ length }) => length >= 12 && length <= MOST_WORDS);
}

/** Returns all parts of a run that are phrases. By chance, they may overlap. */
function phrasesIn(run: readonly Word[]): readonly TextSpan[] {
  return LENGTHS.flatMap((length) =>
    run
      .slice(0, Math.max(0, run.length - length + 1))
      .map((_, from) => run.slice(from, from + length))
      .filter((part) => !isExample(part) && isValid(part))
      .map(spanOf),
  );
}

/** Returns the whole run, or only its beginning if that is a phrase and a line break or a quote follows. */
function namedPhrase(text: string, run: readonly Word[]): TextSpan {
  const whole = spanOf(run);
  const isClosed = ({ start, end }: TextSpan): boolean =>
    start === whole.start && CLOSING.test(text.slice(end, end + 3));
  return phrasesIn(run).findLast(isClosed) ?? whole;
}

function isValid(words: readonly Word[]): boolean {
  return validateMnemonic(words.map(({ word }) => word).join(' '), wordlist);
}

/** Returns whether most words are repetitions, as in the phrase of eleven times “test” and “junk”. */
function isExample(words: readonly Word[]): boolean {
  return new Set(words.map(({ word }) => word)).size * 2 < words.length;
}

function isNamed(text: string, run: readonly Word[]): boolean {
  const { start = 0 } = run[0] ?? {};
  return NAME.test(text.slice(Math.max(0, start - NEAR), start));
}

function spanOf(words: readonly Word[]): TextSpan {
  const { start = 0 } = words[0] ?? {};
  const { end = 0 } = words.at(-1) ?? {};
  return { start, end, kind: 'seed phrase', rule: 'seed-phrase' };
}
