import type { MessageEntry, SecretSpan } from './entry.ts';
import { remembered } from '../remembered.ts';
import type { Message, Part } from './message.ts';
import { markOf } from './secretMark.ts';

/** The number of no value. */
const NONE = -1;

/**
 * Returns the texts of a message in which secrets are looked for, with the index of their part: what spans refer to.
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
 * Returns the entry's message with a mark for each secret, but for those the person said to send, and those whose
 * values are none. A message without secrets is returned as it is. Spans that don't fit the text are cut to it.
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

/** Masks a message of which nothing was revealed, as is usual. The result is remembered for later folds. */
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
  // A part a span: a text cut once for each of thousands of spans would take seconds, at every fold of its session.
  let shown = 0;
  const pieces = mergeSpans(cut).map((span) => {
    const piece = text.slice(shown, span.start) + markOf(span);
    shown = span.end;
    return piece;
  });
  return pieces.join('') + text.slice(shown);
}

/** A stretch of one text that holds a secret. */
export type TextSpan = Omit<SecretSpan, 'part'>;

/**
 * Returns the spans ordered by start, with overlapping ones merged; a merged span has the kind of its first. Drops
 * empty spans.
 */
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
