import type { Task } from '../retention/rows/row.ts';
import type { Exam } from './exam.ts';

type Messages = Task['past'];

/** Up to the summary that the session's own agent wrote there; by the exam's index where there is none: readers differ in what is one message. */
export function pastOf(messages: Messages, exam: Exam): Messages {
  const conversation = messages.filter(({ message }) => message.role !== 'system');
  const summary = conversation.findIndex(isForeignSummary);
  return conversation.slice(0, summary < 0 ? exam.cut : summary);
}

/** Whether a message is a summary that the session's own agent wrote, from which its answers could be read. */
export function isForeignSummary({ message }: Messages[number]): boolean {
  return message.parts.some((part) => part.type === 'text' && part.label === 'foreign-summary');
}
