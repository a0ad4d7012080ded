import type { MessageEntry, SecretSpan } from './entry.ts';
import { remembered } from '../remembered.ts';
import type { Message, Part } from './message.ts';
import { markOf } from './secretMark.ts';

/** A number that no value has. */
const NONE = -1;

/**
 * Returns the texts of a message that are searched for secrets, each with the index of its part, to which spans refer.
 */
export function maskableTexts(message: Message): readonly { readonly part: number; readonly text: string }[] {
  return message.parts.flatMap((part, index) => {
    const text = maskableText(part);
    return text === undefined ? [] : [{ part: index, text }];
  });
}

function maskableText(part: Part): string | undefined {
  switch (part.type) {
    case 'text':
    case 'reasoning':
    case 'file':
      return part.text;
    case 'toolCall':
      return part.arguments;
    case 'image':
      return undefined;
  }
}

/**
 * Returns the entry's message with a mark for each secret, except for those the person revealed or called no secrets.
 * Returns the same object without secrets. Cuts spans that don't fit the text.
 */
export function maskMessage(
  entry: Pick<MessageEntry, 'message' | 'secrets'>,
  revealed: readonly SecretSpan[],
  noSecrets: ReadonlySet<number> = new Set(),
): Message {
  const { message, secrets = [] } = entry;
  if (secrets.length === 0) return message;
  if (revealed.length === 0 && noSecrets.size === 0) return maskedWhole(entry);
  const hidden = secrets.filter(
    (span) => !noSecrets.has(span.number ?? NONE) && !revealed.some((other) => isSameSpan(span, other)),
  );
  return hidden.length === secrets.length ? maskedWhole(entry) : withoutSpans(message, hidden);
}

/** Masks a message of which nothing was revealed, the usual case. The result is cached for later folds. */
const maskedWhole = remembered(({ message, secrets = [] }: Pick<MessageEntry, 'message' | 'secrets'>) =>
  withoutSpans(message, secrets),
);

function withoutSpans(message: Message, spans: readonly SecretSpan[]): Message {
  if (spans.length === 0) return message;
  const parts = message.parts.map((part, index) =>
    maskPart(
      part,
      spans.filter((span) => span.part === index),
    ),
  );
  return { ...message, parts } as Message;
}

function isSameSpan(a: SecretSpan, b: SecretSpan): boolean {
  return a.part === b.part && a.start === b.start && a.end === b.end;
}

function maskPart(part: Part, spans: readonly SecretSpan[]): Part {
  if (spans.length === 0 || part.type === 'image') return part;
  if (part.type === 'toolCall') return { ...part, arguments: maskSpans(part.arguments, spans) };
  return { ...part, text: maskSpans(part.text, spans) };
}

/** Replaces each span of a text with its mark, such as `[secret: password #2]`. Spans beyond the text are cut. */
export function maskSpans(text: string, spans: readonly TextSpan[]): string {
  const cut = spans.map((span) => {
    const start = Math.max(0, Math.trunc(span.start));
    const end = Math.min(text.length, Math.ceil(span.end));
    return start === span.start && end === span.end ? span : { ...span, start, end };
  });
  // Joins the pieces at the end: cutting the text anew for each of thousands of spans would take seconds at every fold.
  let shown = 0;
  const pieces = mergeSpans(cut).map((span) => {
    const piece = text.slice(shown, span.start) + markOf(span);
    shown = span.end;
    return piece;
  });
  return pieces.join('') + text.slice(shown);
}

/** A range of one text that holds a secret. */
export type TextSpan = Omit<SecretSpan, 'part'>;

/** Sorts the spans and merges overlapping ones; a merged span has the kind of its first. Drops empty spans. */
export function mergeSpans(spans: readonly TextSpan[]): readonly TextSpan[] {
  const merged: TextSpan[] = [];
  const ordered = spans
    .filter(({ start, end }) => start < end)
    .sort((a, b) => a.start - b.start || b.end - a.end);
  for (const span of ordered) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end };
  }
  return merged;
}
