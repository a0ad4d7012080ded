/** A question to the participant. */
export type Question =
  | { readonly kind: 'compact'; readonly instructions: string }
  | { readonly kind: 'undo' | 'rules' | 'receipt' | 'help' }
  | { readonly kind: 'find'; readonly query: string };

/** The answer to a question that asks for nothing; names every command. */
export const HELP = [
  'Ask what was said about something, e.g. “what did we decide about the port”, or what the last compaction left out.',
  '`/find`, `/compact`, `/undo`, `/receipt` and `/rules` choose which one. No model writes the answers.',
].join('\n\n');

/** The commands that take no words. A new command must also be added to package.json and `answerQuestion.ts`. */
const COMMANDS: readonly string[] = ['undo', 'rules', 'receipt'] satisfies Question['kind'][];

/** Matches a question that only asks what a compaction left out. */
const LEFT_OUT =
  /\bcompact(?:ion|ed|ing)?\b.*\b(?:los[et]|drop\w*|forg[eo]t\w*|remov\w*|gone|le(?:ft|ave|aves|aving)|receipt)\b|\b(?:left|lost|gone|receipt)\b.*\bcompact(?:ion|ed|ing)\b|^what\s+(?:was|is|were|got)\s+left\s+out$|^(?:(?:show|give|tell)\s+(?:me\s+)?)?(?:the\s+)?(?:last\s+)?receipt$/iu;
const RULES =
  /^(?:what|which)\b.*\b(?:my|your)\s+rules\b|^(?:what|which)\s+(?:are\s+the\s+)?rules(?:\s+(?:hold|apply)\b.*)?$/iu;
/** Matches the words before the subject of a question. */
const ASKING =
  /^(?:(?:so|and|please|hey)[\s,]+)*(?:what|when|where|why|how)\s+(?:did|do|have|had)\s+(?:we|i|you)\s+(?:already\s+)?\p{L}+(?:\s+|$)(?:(?:about|on|for|to|with|of|in)\s+)?/iu;

/** Parses a question: a slash command, else the command that the words ask for, else a search for the words. */
export function readQuestion(command: string | undefined, prompt: string): Question {
  const words = prompt.replaceAll(/\s+/gu, ' ').trim();
  if (command === 'compact') return { kind: 'compact', instructions: words };
  if (command !== undefined && COMMANDS.includes(command)) return { kind: command as 'undo' };
  const plain = words.replace(/[\s?!.]+$/u, '');
  const query = plain.replace(ASKING, '');
  if (command !== 'find' && query === plain) {
    if (LEFT_OUT.test(plain)) return { kind: 'receipt' };
    if (RULES.test(plain)) return { kind: 'rules' };
  }
  return query === '' ? { kind: 'help' } : { kind: 'find', query };
}
