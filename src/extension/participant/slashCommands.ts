/** A parsed question to `@longthread`. */
export type Question =
  | { readonly kind: 'compact'; readonly instructions: string }
  | { readonly kind: 'undo' | 'rules' | 'receipt' | 'help' }
  | { readonly kind: 'find'; readonly query: string };

/** The answer to a question that names no topic. This text must name every slash command. */
export const HELP = [
  'Ask what was said about something, e.g. “what did we decide about the port”, or what the last compaction left out.',
  'Or use `/find`, `/compact`, `/undo`, `/receipt` or `/rules`. No model writes the answers.',
].join('\n\n');

/** The slash commands without arguments. A new command must also be added to package.json and `answerQuestion.ts`. */
const COMMANDS: readonly string[] = ['undo', 'rules', 'receipt'] satisfies Question['kind'][];

/** The words for what a compaction does to messages. */
const LOSING = String.raw`(?:los[et]|drop(?:s|ped|ping)?|forg[eo]t(?:s|ten|ting)?|remov(?:e[ds]?|ing|al)|gone|le(?:ft|ave|aves|aving)|receipt)`;
const LOSING_ALONE = new RegExp(`^${LOSING}$`, 'iu');
/**
 * The same words without forms such as “removes”, which often say what code does, as in “which function removes notes
 * during the compaction”.
 */
const LOST = '(?:los[et]|drop(?:ped)?|forg[eo]t(?:ten)?|removed?|gone|left|leave)';
/** The words for one compaction, at the end of a question. */
const COMPACTION = String.raw`(?:(?:the|my|your|our|this|that)\s+)?(?:(?:last|latest|previous|most\s+recent|first)\s+)?compaction$`;
/** Matches a question about the receipt, i.e. about what a compaction left out. */
const LEFT_OUT = new RegExp(
  [
    String.raw`\bcompact(?:ion|ed|ing)?\b.*\b${LOSING}\b`,
    String.raw`\b(?:left|lost|gone|receipt)\b.*\bcompact(?:ion|ed|ing)\b`,
    String.raw`^(?:what|which)\b.*\b${LOST}\b.*\b(?:by|in|from|after|since|during)\s+${COMPACTION}`,
    String.raw`^what(?:['’]s|\b.*\b(?:is|are|was|were))\s+missing\s+(?:after|since|from)\s+${COMPACTION}`,
    String.raw`^what\s+(?:was|is|were|got)\s+left\s+out$`,
    String.raw`^(?:(?:show|give|tell)\s+(?:me\s+)?)?(?:the\s+)?(?:last\s+)?receipt$`,
  ].join('|'),
  'iu',
);
/** Matches a question about the rules. */
const RULES =
  /^(?:what|which)\b.*\b(?:my|your)\s+rules\b|^(?:what|which)\s+(?:are\s+the\s+)?rules(?:\s+(?:hold|apply)\b.*)?$/iu;
/** Matches the words before the topic of a question, e.g. “what did we decide about”. */
const ASKING =
  /^(?:(?:so|and|please|hey)[\s,]+)*(?:what|when|where|why|how)\s+(?:did|do|have|had)\s+(?:we|i|you)\s+(?:already\s+)?(\p{L}+)(?:\s+|$)(?:(?:about|on|for|to|with|of|in)\s+)?/iu;

/**
 * The maximum number of characters of a question about the receipt or the rules. A longer text would take too long to
 * match.
 */
const LONGEST_PHRASE = 300;

/**
 * Parses a question. Without a slash command, recognises short questions about the receipt and the rules. Every other
 * question is a search for its topic. Returns the kind `help` if the question names no topic.
 */
export function readQuestion(command: string | undefined, prompt: string): Question {
  const words = prompt.replaceAll(/\s+/gu, ' ').trim();
  if (command === 'compact') return { kind: 'compact', instructions: words };
  if (command !== undefined && COMMANDS.includes(command)) return { kind: command as 'undo' };
  const plain = words.replace(/(?<![\s?!.])[\s?!.]+$/u, '');
  const query = plain.replace(ASKING, '');
  if (command !== 'find' && plain.length <= LONGEST_PHRASE) {
    const [, verb] = ASKING.exec(plain) ?? [];
    if ((verb === undefined || LOSING_ALONE.test(verb)) && LEFT_OUT.test(plain)) return { kind: 'receipt' };
    if (verb === undefined && RULES.test(plain)) return { kind: 'rules' };
  }
  return query === '' ? { kind: 'help' } : { kind: 'find', query };
}
