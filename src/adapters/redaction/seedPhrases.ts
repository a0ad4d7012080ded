import type { TextSpan } from '../../core/log/mask.ts';

/** Matches names of a wallet's seed phrase: `MNEMONIC`, “recovery phrase”, `Wallet.fromPhrase`, “frase semilla”. */
const NAME =
  /mnemonic|(?:seed|recovery|backup|wallet)[ _-]?(?:phrase|words)|from_?phrase|助记词|助記詞|ニーモニック|니모닉|мнемоник|сид[- ]?фраз|(?:frase|phrase|frasa|wiederherstellungs|sicherungs)[ -]?(?:semilla|de recuperación|de récupération|secrète|pemulihan|phrase|wörter)/giu;
/** The maximum number of characters between the name and the mark or word after which the phrase begins. */
const NEAR = 80;
/** Matches a mark or word after which the phrase may begin: a colon, an equals sign, a quote, a line break, “is”. */
const OPENING = /[:=("'`[|>\n：是は]|\\n|\b(?:is|was|are|est|ist|es)\b/giu;
/** Matches what separates two words: spaces, commas, quotes, line breaks, and the numbers of a list. */
const SEPARATOR = /(?:[\s,"'`[|*-]|\\[nr"]|(?<!\d)\d{1,2}[.):]?(?!\d)){1,24}/y;
/** Matches a word of BIP-39's English list, which has only words of three to eight letters. */
const WORD = /[a-z]{3,8}(?![\p{L}\d_(=:/-])/uy;
/** Matches frequent words of sentences and code that are not in BIP-39's English list. */
const OF_SENTENCES =
  /^(?:the|and|but|for|are|was|were|not|with|from|your|our|has|had|does|did|its|their|them|than|which|who|how|why|would|could|should|may|might|shall|been|being|while|after|these|those|here|each|every|some|most|both|though|although|however|without|within|against|per|via|let|get|set|see|export|import|default|config|const|function|string|class|null|async|await|wallet|metamask|app|browser|back|backup|lost|read|paste|create|generate|recover|recovery|restore|store|contain)$/;
/**
 * Matches words with a form that no word of BIP-39's English list has: no vowel (`xchg`), or an ending such as that of
 * plurals (`users`), of past forms (`stored`), or of `writing` and `addi`. The exceptions are words of the list.
 */
const OF_OTHER_FORM =
  /^[^aeiouy]+$|^(?!(?:always|ethics|jeans|lens|lyrics|news|scissors|series|stairs)$).*[^aiosu]s$|^(?!(?:amused|armed|hundred|mixed|shed|tired|used)$).*[^aeiouy]ed$|^(?!(?:amazing|boring|ceiling|daring|during|morning|nothing|pudding|sibling|spring|wedding)$).{3,}ing$|^(?!(?:broccoli|kiwi|ski|taxi|satoshi)$).*[^aeiou]i$|[jqv]$/;
/** Matches a separator after which a phrase may be complete: a line break, or one quote: `SEED="…" yarn start`. */
const ENDS = /[\n\r]|\\[nr]|^\\?["'`][^"'`]*$/;
/** The numbers of words that a seed phrase may have. A phrase of 25 words is a phrase of 24 words with a check word. */
const LENGTHS = [25, 24, 21, 18, 15, 12];
/** A longer run of words is a list. A run of fewer words is a phrase and the beginning of a sentence. */
const MOST_WORDS = 35;
/** The length of the longest phrase of BIP-39. */
const LONGEST = 24;
/** How often a word may occur. Of 24 words drawn from 2,048, three are hardly ever the same. */
const MOST_REPEATED = 2;

/** Finds the seed phrases of wallets after their names: twelve or more words as in BIP-39’s English list. */
export function findSeedPhrases(text: string): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  /** The text before this offset has been read. */
  let read = 0;
  for (const { index, 0: name } of text.matchAll(NAME)) {
    const from = Math.max(index + name.length, read);
    for (const opening of text.slice(from, index + name.length + NEAR).matchAll(OPENING)) {
      const at = from + opening.index + opening[0].length;
      if (at < read) continue;
      const words = wordsFrom(text, at);
      read = words.at(-1)?.end ?? afterSeparator(text, at);
      spans.push(...phraseIn(words));
    }
  }
  return spans;
}

interface Word {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Whether a line break, a closing quote or other text than a word follows, so that the phrase may end here. */
  readonly isLast: boolean;
}

/**
 * Returns the seed phrase at the beginning of a run of words. Returns nothing for lists of commands, which are longer
 * or have many words of three letters, and for phrases in examples, which repeat one word.
 */
function phraseIn(words: readonly Word[]): readonly TextSpan[] {
  const length = lengthOf(words);
  if (length === undefined || words.length > MOST_WORDS) return [];
  const phrase = words.slice(0, length);
  const short = phrase.filter(({ word }) => word.length === 3).length;
  const isRepeated = ({ word }: Word): boolean =>
    phrase.filter((each) => each.word === word).length > MOST_REPEATED;
  if (short * 2 >= length || phrase.some(isRepeated)) return [];
  const { start = 0 } = phrase[0] ?? {};
  const { end = 0 } = phrase.at(-1) ?? {};
  return [{ start, end, kind: 'seed phrase', rule: 'seed-phrase' }];
}

/**
 * Returns the length of the phrase at the beginning of a run of words. The words of a sentence may follow the phrase,
 * so the phrase preferably ends before a line break or at the end of the run. If the run is long enough for a phrase of
 * 24 words, the phrase has at least this length, since it may be written on several lines.
 */
function lengthOf(words: readonly Word[]): number | undefined {
  const lengths = LENGTHS.filter((each) => each <= words.length);
  const least = words.length < LONGEST ? 0 : LONGEST;
  return (
    lengths.find((each) => each >= least && words[each - 1]?.isLast === true) ??
    lengths.find((each) => each <= LONGEST)
  );
}

/** Returns the words from an offset up to the first other text, but at most one word more than `MOST_WORDS`. */
function wordsFrom(text: string, at: number): readonly Word[] {
  const words: Word[] = [];
  for (let start = afterSeparator(text, at); words.length <= MOST_WORDS;) {
    const word = wordAt(text, start);
    if (word === undefined || OF_SENTENCES.test(word) || OF_OTHER_FORM.test(word)) break;
    const end = start + word.length;
    start = afterSeparator(text, end);
    const isLast = ENDS.test(text.slice(end, start)) || !/^\p{L}/u.test(text.slice(start, start + 2));
    words.push({ word, start: end - word.length, end, isLast });
    if (start === end) break;
  }
  return words;
}

function wordAt(text: string, at: number): string | undefined {
  WORD.lastIndex = at;
  return WORD.exec(text)?.[0];
}

/** Returns the end of the separator at an offset. Returns the offset if there is none. */
function afterSeparator(text: string, at: number): number {
  SEPARATOR.lastIndex = at;
  return at + (SEPARATOR.exec(text)?.[0].length ?? 0);
}
