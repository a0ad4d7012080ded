/** What the participant is asked. */
export type Question =
  | { readonly kind: 'compact'; readonly instructions: string }
  | { readonly kind: 'undo' | 'rules' | 'receipt' | 'help' }
  | { readonly kind: 'find'; readonly query: string };

const COMMANDS: readonly string[] = ['undo', 'rules', 'receipt'] satisfies Question['kind'][];

/** A question about what a compaction took away. */
const LEFT_OUT =
  /\b(?:leave|leaves|left|leaving)\b.*\bout\b|\bcompact\w*\b.*\b(?:los[et]|drop\w*|forg[eo]t\w*|remov\w*|gone)\b|\breceipt\b/iu;
const RULES = /^(?:what|which)\b[^?]*\brules\b/iu;
/** What stands before the thing that is asked for, and tells nothing about it. */
const ASKING =
  /^(?:(?:so|and|please|hey)[\s,]+)*(?:what|when|where|why|how)\s+(?:did|do|have|had)\s+(?:we|i|you)\s+(?:already\s+)?\p{L}+(?:\s+|$)(?:(?:about|on|for|to|with|of|in)\s+)?/iu;

/** A command that was typed with a slash, else what the words ask for; words that ask for nothing else are looked for. */
export function readQuestion(command: string | undefined, prompt: string): Question {
  const words = prompt.replaceAll(/\s+/gu, ' ').trim();
  if (command === 'compact') return { kind: 'compact', instructions: words };
  if (command !== undefined && COMMANDS.includes(command)) return { kind: command as 'undo' };
  if (LEFT_OUT.test(words)) return { kind: 'receipt' };
  if (RULES.test(words)) return { kind: 'rules' };
  const query = words.replace(/[\s?!.]+$/u, '').replace(ASKING, '');
  return query === '' ? { kind: 'help' } : { kind: 'find', query };
}
