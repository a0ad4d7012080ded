import { FATES } from '../../../shared/fateWords.ts';
import type {
  AssistantRow,
  ChangesRow,
  FileChangeView,
  ChatRow,
  CompactionRow,
  RewindRow,
  ToolRow,
  UserRow,
} from '../../../shared/chatView.ts';
import type { ApprovalRow } from '../../../shared/approvalView.ts';
import { formatCount, formatTokenCount, formatTokens } from '../../../shared/format.ts';

/** Returns the label of a row for screen readers. */
export function labelOfRow(row: ChatRow): string {
  switch (row.type) {
    case 'user':
      return (
        row.clientLabel ??
        `${sentences([`You: ${beginningOf(saidIn(row))}`, row.sentAlong?.label])}${standingWords(row)}`
      );
    case 'assistant':
      return `${answerLabel(row)}${standingWords(row)}`;
    case 'tool':
      return toolLabel(row);
    case 'changes':
      return changesLabel(row);
    case 'compaction':
      return `Compacted ${formatTokens(row.tokensBefore)} to ${formatTokenCount(row.tokensAfter)}${STATES[row.state]}`;
    case 'error':
      return `Error: ${row.sentence}`;
    case 'rewind':
      return rewindLabel(row);
    case 'approval':
      return approvalLabel(row);
    case 'notice':
      return row.text;
  }
}

/** Returns the text of a person's message or, if the text is empty, the names of the attachments. */
function saidIn({ text, attachments }: UserRow): string {
  return text.trim() === '' ? attachments.map(({ label }) => label).join(', ') : text;
}

/**
 * Returns “Answer” and the beginning of the answer's text. If the answer has only a thought, e.g. before a tool call,
 * returns “Thought” without the thought's text, because the row hides this text until the person opens it.
 */
function answerLabel({ markdown, reasoning }: AssistantRow): string {
  if (markdown.trim() !== '') return `Answer: ${beginningOf(markdown)}`;
  return reasoning.trim() === '' ? 'Answer' : 'Thought';
}

function toolLabel(row: ToolRow): string {
  const { name, mainArgument, status, outcome, change } = row;
  // An interrupted call gets no status, since its outcome already says why there is no result.
  const parts = [
    `Tool ${name} ${beginningOf(mainArgument)}`.trim(),
    status === 'interrupted' ? '' : status,
    outcome,
  ];
  return `${parts.filter((part) => part !== '').join(', ')}${stateWords(change)}${standingWords(row)}`;
}

/**
 * Returns the question, the command, the rules with `isForbidding`, and the reasons for asking. A screen reader reads
 * the label when the row appears.
 */
function approvalLabel({ question, command, reasons, rules }: ApprovalRow): string {
  const forbidding = rules
    .filter(({ isForbidding }) => isForbidding)
    .map(({ text }) => `Against your rule: ${text}`);
  return sentences(['Waits for your answer', question, command, ...forbidding, ...reasons]);
}

/** Returns the label for the files that a turn changed. */
export function changesLabel(row: ChangesRow): string {
  return `${formatCount(row.files.length, 'file')} changed${stateWords(row)}`;
}

/** Returns words to append that say whether a change was kept or undone; empty if the person has not decided. */
export function stateWords(change: FileChangeView | undefined): string {
  if (change?.isUndone === true) return ', undone';
  return change?.isAccepted === true ? ', kept' : '';
}

/** Returns the label of the row that shows a rewind to an earlier message. */
export function rewindLabel({ leftCount }: RewindRow): string {
  return `Asked again from here; ${formatCount(leftCount, 'message')} removed from the thread`;
}

const STATES: Readonly<Record<CompactionRow['state'], string>> = {
  done: '',
  undone: ', undone',
  superseded: ', removed when you went back',
  prosePending: ', a model is writing the notes',
};

/** Returns the end of a label: “pinned”, or what became of a message that is no longer whole in the context. */
function standingWords({ isPinned, away }: AssistantRow | ToolRow | UserRow): string {
  if (away !== undefined) return `, ${FATES[away.fate].word}`;
  return isPinned ? `, ${FATES.pinned.word}` : '';
}

/** Joins the defined parts. Adds a full stop to each part but the last, unless the part ends with punctuation. */
function sentences(parts: readonly (string | undefined)[]): string {
  const said = parts.filter((part) => part !== undefined).map((part) => part.trim());
  return said
    .map((part, index) => (index === said.length - 1 || /[.!?…:]$/u.test(part) ? part : `${part}.`))
    .join(' ');
}

function beginningOf(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

/**
 * Returns the announcement for screen readers when rows change: the labels of finished answers, and of new or changed
 * errors, compactions and approvals. Returns undefined if there is nothing to announce.
 */
export function announcementOf(before: readonly ChatRow[], after: readonly ChatRow[]): string | undefined {
  const start = after.findIndex((row, index) => row !== before[index]);
  if (start < 0) return undefined;
  const known = new Map(before.slice(start).map((row) => [row.id, row]));
  const news = after.slice(start).filter((row) => isNews(row, known.get(row.id)));
  return sentences(news.map(labelOfRow)) || undefined;
}

/**
 * Returns whether a row must be announced. An answer is announced only at the moment when it is complete, since a later
 * compaction changes the labels of many answers.
 */
function isNews(row: ChatRow, known: ChatRow | undefined): boolean {
  if (row.type === 'assistant') return !row.isStreaming && (known?.type !== 'assistant' || known.isStreaming);
  if (row.type !== 'error' && row.type !== 'compaction' && row.type !== 'approval') return false;
  return known === undefined || labelOfRow(known) !== labelOfRow(row);
}
