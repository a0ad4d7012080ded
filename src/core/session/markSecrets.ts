import type { Logger, Redactor } from '../ports.ts';
import type { Draft } from '../log/entry.ts';
import { maskableTexts, maskSpans, mergeSpans, type TextSpan } from '../log/mask.ts';
import { opaqueTexts, withoutOpaque, type Message } from '../log/message.ts';
import { withoutNumbers } from '../log/secretMark.ts';
import type { SecretNumbers } from '../log/secretNumbers.ts';

/**
 * The fields that are searched for secrets, in entries other than messages. The log stores these fields with marks in
 * place of secrets. It does not store the secrets, since the person can't reveal secrets in these fields.
 */
const MASKED_FIELDS = {
  session: ['title'],
  stage: ['title', 'detailed', 'brief'],
  memory: ['text'],
  note: ['text'],
  rule: ['text'],
  notesEdited: ['line', 'text', 'rule'],
  recall: ['query'],
} as const;

/**
 * Finds the secrets in drafts. Messages keep their text and get numbered spans. These spans are masked when the log is
 * read. The texts of other entries are replaced with masked texts. If the search fails, logs the error and treats only
 * known values as secrets.
 */
export async function markSecrets(
  drafts: readonly Draft[],
  numbers: SecretNumbers,
  ports: { readonly redactor: Redactor; readonly logger: Logger },
): Promise<readonly Draft[]> {
  const textsOfDrafts = drafts.map(textsOf);
  const found = await findSecrets(textsOfDrafts.flat(), ports);
  let next = 0;
  return drafts.map((draft, index) => {
    const texts = textsOfDrafts[index] ?? [];
    const spans = texts.map(() => found[next++] ?? []);
    if (draft.kind === 'message') return numbers.number(withSpans(draft, spans));
    const secrets = withoutDismissedSpans(spans, texts, numbers);
    return withMaskedFields(
      draft,
      texts.map((text, at) => mergeSpans([...(secrets[at] ?? []), ...numbers.knownIn(text)])),
    );
  });
}

/** Returns the secrets in each text. If the search fails, logs the error and returns an empty list. */
async function findSecrets(
  texts: readonly string[],
  { redactor, logger }: { readonly redactor: Redactor; readonly logger: Logger },
): Promise<readonly (readonly TextSpan[])[]> {
  try {
    return await redactor.find(texts);
  } catch (error) {
    logger.error(`looking for secrets failed: ${error instanceof Error ? error.message : 'unknown'}`, error);
    return [];
  }
}

/**
 * Masks texts that are stored outside a log. The marks have no numbers, since a number is valid only in its session.
 * Rejects if the search for secrets fails.
 */
export async function maskedTexts(texts: readonly string[], redactor: Redactor): Promise<readonly string[]> {
  const found = await redactor.find(texts);
  return texts.map((text, index) => withoutNumbers(maskSpans(text, found[index] ?? [])));
}

function textsOf(draft: Draft): readonly string[] {
  if (draft.kind === 'message')
    return [...maskableTexts(draft.message).map(({ text }) => text), ...opaqueTexts(draft.message)];
  return fieldsOf(draft).map(([, text]) => text);
}

function fieldsOf(draft: Draft): readonly (readonly [string, string])[] {
  const names: readonly string[] =
    draft.kind in MASKED_FIELDS ? MASKED_FIELDS[draft.kind as keyof typeof MASKED_FIELDS] : [];
  return Object.entries(draft).filter(
    (field): field is [string, string] => names.includes(field[0]) && typeof field[1] === 'string',
  );
}

/**
 * Adds the spans of secrets to a message. `found` lists the spans in the message's texts first, then the spans in its
 * provider fields. Removes the provider fields if one of them contains a secret.
 */
function withSpans(
  draft: Draft & { kind: 'message' },
  found: readonly (readonly TextSpan[])[],
): Draft & { kind: 'message' } {
  const texts = maskableTexts(draft.message);
  const secrets = texts.flatMap(({ part }, index) => (found[index] ?? []).map((span) => ({ part, ...span })));
  const isClean = found.slice(texts.length).every((spans) => spans.length === 0);
  const message = isClean ? draft.message : withoutProviderFields(draft.message);
  return secrets.length > 0 ? { ...draft, message, secrets } : { ...draft, message };
}

/** Removes the provider's fields. These fields must be sent back unchanged, so a secret in them can't be masked. */
function withoutProviderFields(message: Message): Message {
  return message.role === 'assistant' ? withoutOpaque(message) : message;
}

/** Removes spans whose value the person marked as not secret. */
function withoutDismissedSpans(
  found: readonly (readonly TextSpan[])[],
  texts: readonly string[],
  numbers: SecretNumbers,
): readonly (readonly TextSpan[])[] {
  return found.map((spans, index) =>
    spans.filter(({ start, end }) => !numbers.isNoSecret((texts[index] ?? '').slice(start, end))),
  );
}

function withMaskedFields(draft: Draft, found: readonly (readonly TextSpan[])[]): Draft {
  if (found.every((spans) => spans.length === 0)) return draft;
  const fields = fieldsOf(draft).map(([name, text], index) => [name, maskSpans(text, found[index] ?? [])]);
  return withoutMaskedFacts({ ...draft, ...(Object.fromEntries(fields) as object) });
}

/** Removes from a recall entry the names (`facts`) that its masked query no longer contains. */
function withoutMaskedFacts(draft: Draft): Draft {
  if (draft.kind !== 'recall' || draft.query === undefined) return draft;
  const { query } = draft;
  return { ...draft, facts: draft.facts.filter((fact) => query.includes(fact)) };
}
