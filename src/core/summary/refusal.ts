/** The maximum number of characters of a refusal. A longer text is a summary, even if it begins like a refusal. */
const LONGEST_REFUSAL = 500;

const REFUSALS: readonly RegExp[] = [
  /^(?:i['’]?m (?:very )?sorry|sorry|i apologi[sz]e|unfortunately)[,.! ].*\b(?:can['’]?t|cannot|unable|not able|won['’]?t)\b/is,
  /^(?:i|we) (?:can['’]?t|cannot|can not|won['’]?t|am unable to|am not able to|must decline)\b/i,
  /^as an ai\b/i,
  /^(?:es tut mir leid|tut mir leid|leider)\b.*\bnicht\b/is,
  /^ich kann (?:das|dies|dir|ihnen|dabei|diese\w*)? ?.*\bnicht\b/is,
  /^(?:lo siento|disculpa|lamentablemente)\b.*\bno (?:puedo|es posible)\b/is,
  /^(?:je suis (?:vraiment )?désolée?|désolée?|malheureusement)(?=[\s,.!]).*\bne (?:peux|puis)\b/is,
  /^(?:maaf|mohon maaf)\b.*\b(?:tidak|nggak|tak) (?:bisa|dapat)\b/is,
  /^(?:抱歉|对不起|很抱歉|我无法|我不能)/,
  /^(?:申し訳|すみません|ごめんなさい)/,
  /^(?:извините|к сожалению|простите|я не могу)/i,
];

/**
 * Returns whether a text is a model's refusal rather than a summary: a short text without headings that begins with a
 * refusal.
 */
export function isRefusal(text: string): boolean {
  const said = text.trim();
  if (said.length > LONGEST_REFUSAL || /^#{1,6} /m.test(said)) return false;
  return REFUSALS.some((pattern) => pattern.test(said));
}
