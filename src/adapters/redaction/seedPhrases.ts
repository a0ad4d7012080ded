import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { TextSpan } from '../../core/log/mask.ts';

/** The words that a phrase may have: BIP-39’s English list. */
const WORDS = new Set(wordlist);
/** Matches words. Matches escaped line breaks, too, so that `\nword` is not read as the word `nword`. */
const TOKEN = /\\[nr]|[A-Za-z]+/g;
/** Matches what may be between two words: spaces, commas, quotes, line breaks, and the numbers of a list. */
const SEPARATOR = /^(?:[\s,"'`[\]|*-]|\\[nr"]|(?<!\d)\d{1,2}[.):]?(?!\d)){1,24}$/;
/** Matches what may follow a complete phrase: a line break, a closing quote or the end of the text. */
const CLOSING = /^(?: ?\r?\n|\\[nr]|\\?["'`]|$)/;
/** Matches names of a wallet's seed phrase: `MNEMONIC`, “recovery phrase”, `Wallet.fromPhrase`, “frase semilla”. */
const NAME =
  /mnemonic|(?:seed|recovery|backup|wallet)[ _-]?(?:phrase|words)|from_?phrase|助记词|助記詞|ニーモニック|니모닉|мнемоник|сид[- ]?фраз|(?:frase|phrase|frasa|wiederherstellungs|sicherungs)[ -]?(?:semilla|de recuperación|de récupération|secrète|pemulihan|phrase|wörter)/giu;
/** The maximum number of characters from the beginning of the name to the phrase. */
const NEAR = 100;
/** The numbers of words that a phrase of BIP-39 may have. */
const LENGTHS = [12, 15, 18, 21, 24];
const [LEAST, LONGEST] = [12, 24];
/** A run with more words is a word list or several phrases. A shorter run may be a phrase and a part of a sentence. */
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
    if (run.length > MOST_WORDS) return partsOf(text, run).filter(isPhrase).map(spanOf);
    const named = afterName(text, run);
    if (named === undefined) return phrasesIn(run);
    return named.length < LEAST || isExample(named) ? [] : [namedPhrase(text, named)];
  });
}

/** Returns the runs of at least twelve words with only separators between the words. */
function runsIn(text: string): readonly (readonly Word[])[] {
  const runs: Word[][] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const word = { word: token.toLowerCase(), start: index, end: index + token.length };
    if (!WORDS.has(word.word)) continue;
    const { end } = runs.at(-1)?.at(-1) ?? {};
    if (end !== undefined && SEPARATOR.test(text.slice(end, index))) runs.at(-1)?.push(word);
    else runs.push([word]);
  }
  return runs.filter(({ length }) => length >= LEAST);
}

/** Splits a long run into its lines and quoted parts, since it may consist of several phrases. */
function partsOf(text: string, run: readonly Word[]): readonly (readonly Word[])[] {
  const parts: Word[][] = [[]];
  for (const word of run) {
    parts.at(-1)?.push(word);
    if (isClosed(text, word)) parts.push([]);
  }
  return parts;
}

/** Returns whether a phrase may be complete after the word. */
function isClosed(text: string, { end }: { readonly end: number }): boolean {
  return CLOSING.test(text.slice(end, end + 3));
}

/** Returns all parts of a run that are phrases. By chance, they may overlap. */
function phrasesIn(run: readonly Word[]): readonly TextSpan[] {
  return LENGTHS.flatMap((length) =>
    run
      .slice(0, Math.max(0, run.length - length + 1))
      .map((_, from) => run.slice(from, from + length))
      .filter(isPhrase)
      .map(spanOf),
  );
}

/**
 * Returns the phrase at the beginning of the run if a line break or a quote follows it; otherwise the whole run. In a
 * run that is long enough for the longest phrase, only a phrase of this length counts, since the first words may be a
 * shorter phrase by chance.
 */
function namedPhrase(text: string, run: readonly Word[]): TextSpan {
  const whole = spanOf(run);
  const least = run[Math.min(run.length, LONGEST) - 1]?.end ?? 0;
  const isComplete = (span: TextSpan): boolean =>
    span.start === whole.start && isClosed(text, span) && (run.length < LONGEST || span.end >= least);
  return phrasesIn(run).findLast(isComplete) ?? whole;
}

/** Returns whether words are a phrase with a correct checksum, and neither an example nor a part of the word list. */
function isPhrase(words: readonly Word[]): boolean {
  const isInOrder = words.every(({ word }, at) => at === 0 || word > (words[at - 1]?.word ?? ''));
  if (!LENGTHS.includes(words.length) || isExample(words) || isInOrder) return false;
  return validateMnemonic(words.map(({ word }) => word).join(' '), wordlist);
}

/** Returns whether most words are repetitions, as in the phrase of eleven times “test” and “junk”. */
function isExample(words: readonly Word[]): boolean {
  return new Set(words.map(({ word }) => word)).size * 2 < words.length;
}

/**
 * Returns the words after the name of a seed phrase; undefined if there is no name before them. The run may begin with
 * words of the name, since “seed” and “phrase” are in the list, too.
 */
function afterName(text: string, run: readonly Word[]): readonly Word[] | undefined {
  const { start = 0 } = run[0] ?? {};
  const from = Math.max(0, start - NEAR);
  const name = [...text.slice(from, run[1]?.end).matchAll(NAME)].at(-1);
  if (name === undefined) return undefined;
  const end = from + name.index + name[0].length;
  return run.filter((word) => word.start >= end);
}

function spanOf(words: readonly Word[]): TextSpan {
  const { start = 0 } = words[0] ?? {};
  const { end = 0 } = words.at(-1) ?? {};
  return { start, end, kind: 'seed phrase', rule: 'seed-phrase' };
}
