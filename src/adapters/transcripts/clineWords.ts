import type { TextPart } from '../../core/log/message.ts';
import { clientPart, splitUserText } from './clientText.ts';

/** The elements in which Cline and its relatives put what the person typed. */
const WORDS = /<(task|feedback|user_message|answer)>\n?([\s\S]*?)\n?<\/\1>/gu;
/** How they begin the text of a tool's result; what the call was about may have several lines. */
const RESULT = /^\s*\[([a-z][a-z_]*)(?: for '[\s\S]*?')?\] Result:\s*/u;

/** The name of the tool of which a text is the result, as the client calls it, and the result. */
export function clineResultIn(text: string): { readonly name: string; readonly body: string } | undefined {
  const [opening, name = ''] = RESULT.exec(text) ?? [];
  return opening === undefined ? undefined : { name, body: text.slice(opening.length) };
}

/** Whether the client says by a mark of its own who speaks: an element, a bracketed word, a heading, a remark in brackets. */
export function isMarkedByCline(text: string): boolean {
  return /^\s*[<[(#]/u.test(text);
}

/** A text in parts: the words of the person's elements, and what stands around them. */
export function splitClineText(text: string): {
  readonly person: readonly TextPart[];
  /** The text without the elements of the person's words; an answer to a question stays. */
  readonly rest: string;
} {
  const person: TextPart[] = [];
  const rest = text.replace(WORDS, (_, tag: string, words: string) => {
    if (tag === 'answer') return words;
    if (words.trim() !== '') person.push({ type: 'text', text: words.trim() });
    return '';
  });
  return { person, rest: rest.trim() };
}

/** Text that the client wrote, its elements by their labels and the rest as what it asks of the model. */
export function clineClientParts(text: string): readonly TextPart[] {
  return splitUserText(text).map((part) =>
    part.origin === undefined ? clientPart(part.text, 'instructions') : part,
  );
}
