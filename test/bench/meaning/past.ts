import type { Task } from '../retention/rows/row.ts';
import type { Exam } from './exam.ts';

type Messages = Task['past'];

/**
 * Returns the messages before the compaction that the exam is about: the messages before the first summary that the
 * session's own agent wrote. Without such a summary, returns the messages before the index in the exam. The index is
 * used only then, because indexes differ between versions of the transcript readers.
 */
export function pastOf(messages: Messages, exam: Exam): Messages {
  const conversation = messages.filter(({ message }) => message.role !== 'system');
  const summary = conversation.findIndex(isForeignSummary);
  return conversation.slice(0, summary < 0 ? exam.cut : summary);
}

/** Returns whether a message is a summary by the session's own agent, which would give away the answers. */
export function isForeignSummary({ message }: Messages[number]): boolean {
  return message.parts.some((part) => part.type === 'text' && part.label === 'foreign-summary');
}
