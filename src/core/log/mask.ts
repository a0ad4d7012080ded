import type { MessageEntry, SecretSpan } from './entry.ts';
import { memoized } from '../memoized.ts';
import type { Message, Part } from './message.ts';
import { markOf } from './secretMark.ts';

/** Returns the texts of a message that are searched for secrets, each with the index of its part. */
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
 * Returns the entry's message with marks in place of its secrets. Does not mask secrets that the person revealed, or
 * whose numbers are in `noSecrets`: the person marked these as not secret. If the message has no secrets, returns the
 * same object.
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
    (span) => !isNoSecret(span, noSecrets) && !revealed.some((other) => isSameSpan(span, other)),
  );
  return hidden.length === secrets.length ? maskedWhole(entry) : withoutSpans(message, hidden);
}

/** Masks all secrets of a message. The result is cached, since sessions are computed from the log many times. */
const maskedWhole = memoized(({ message, secrets = [] }: Pick<MessageEntry, 'message' | 'secrets'>) =>
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

function isNoSecret({ number }: SecretSpan, noSecrets: ReadonlySet<number>): boolean {
  return number !== undefined && noSecrets.has(number);
}

function isSameSpan(a: SecretSpan, b: SecretSpan): boolean {
  return a.part === b.part && a.start === b.start && a.end === b.end;
}

function maskPart(part: Part, spans: readonly SecretSpan[]): Part {
  if (spans.length === 0 || part.type === 'image') return part;
  if (part.type === 'toolCall') return { ...part, arguments: maskSpans(part.arguments, spans) };
  return { ...part, text: maskSpans(part.text, spans) };
}

/** Replaces each span of a text with its mark, such as `[secret: password #2]`. Cuts spans that exceed the text. */
export function maskSpans(text: string, spans: readonly TextSpan[]): string {
  const cut = spans.map((span) => {
    const start = Math.max(0, Math.trunc(span.start));
    const end = Math.min(text.length, Math.ceil(span.end));
    return start === span.start && end === span.end ? span : { ...span, start, end };
  });
  // Copies the text only once, because a copy for each of thousands of spans would take seconds.
  let shown = 0;
  const pieces = mergeSpans(cut).map((span) => {
    const piece = text.slice(shown, span.start) + markOf(span);
    shown = span.end;
    return piece;
  });
  return pieces.join('') + text.slice(shown);
}

/** The position of a secret in a single text. */
export type TextSpan = Omit<SecretSpan, 'part'>;

/** Sorts the spans and merges overlapping spans. A merged span has the kind of its first span. Drops empty spans. */
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
