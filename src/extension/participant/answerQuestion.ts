import type { Logger } from '../../core/ports.ts';
import type { AgentSessions } from '../agent/agentSessions.ts';
import type { ActingSession } from '../sessions/actingSession.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { asSaid, type Answer } from './answer.ts';
import { findAnswer } from './findAnswer.ts';
import type { Question } from './question.ts';
import { receiptAnswer } from './receiptAnswer.ts';
import { rulesAnswer } from './rulesAnswer.ts';
import { compactAnswer, undoAnswer } from './runAnswer.ts';

const NO_SESSION: Answer = {
  markdown:
    'No session of Longthread acts in this window yet. It is the one that was spoken in last: say something to a model “via Longthread”, or open a session.',
  buttons: [
    { title: 'Use Longthread in the Editor’s Agent', command: 'longthread.useInAgent' },
    { title: 'Open Session…', command: 'longthread.sessions' },
  ],
};

const HELP = [
  'Ask what was said about something, e.g. “what did we decide about the port”, or what the last compaction left out.',
  '`/find`, `/compact`, `/undo`, `/receipt` and `/rules` say which of it is meant. No model is asked.',
].join('\n\n');

interface Asked {
  readonly acting: Pick<ActingSession, 'current' | 'choices'>;
  readonly agentSessions: Pick<AgentSessions, 'has'>;
  readonly logger: Logger;
}

/** Answers from the log of the session that acts; no model is asked. Rejects with one sentence where something fails. */
export async function answerQuestion(question: Question, asked: Asked): Promise<Answer> {
  const { acting } = asked;
  const session = acting.current;
  if (session === undefined) return NO_SESSION;
  const answer = await answerIn(session, question, asked);
  if (acting.choices.length < 2) return answer;
  const title = session.live.session.title ?? 'New session';
  return {
    markdown: `${answer.markdown}\n\n_Of the session “${asSaid(title)}”, which acts in this window._`,
    buttons: [...answer.buttons, { title: 'Choose Session…', command: 'longthread.chooseActing' }],
  };
}

async function answerIn(
  session: OpenSession,
  question: Question,
  { agentSessions, logger }: Asked,
): Promise<Answer> {
  switch (question.kind) {
    case 'compact':
      return compactAnswer(session, question.instructions);
    case 'undo':
      return undoAnswer(session, agentSessions);
    case 'rules':
      return rulesAnswer(session);
    case 'receipt':
      return receiptAnswer(session);
    case 'find':
      return findAnswer(session, question.query, logger);
    case 'help':
      return { markdown: HELP, buttons: [] };
  }
}
