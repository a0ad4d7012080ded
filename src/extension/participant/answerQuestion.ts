import { ruleChoices, type RuleChoice } from '../rules/ruleChoices.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { asPlainText, bullets, messageLink, type Answer, inSession } from './answer.ts';
import type { Logger } from '../../core/ports.ts';
import type { AgentSessions } from '../agent/agentSessions.ts';
import { findAnswer } from './findAnswer.ts';
import { HELP, type Question } from './slashCommands.ts';
import { receiptAnswer, compactionButtons, receiptText } from './receiptAnswer.ts';
import { titleOfSession, whichSession, type Choice, type KeptData, type Place } from './whichSession.ts';
import { liveCompactions } from '../../core/log/session.ts';
import { newestUndo } from '../sessions/undoCompaction.ts';

const NO_SESSION: Answer = {
  markdown:
    'This chat has no session of Longthread, and no session is open in this window. Choose a model “via Longthread” here and send a message, or open a session.',
  buttons: [
    { title: 'Use Longthread in the Editor’s Agent', command: 'longthread.useInAgent' },
    { title: 'Open Session…', command: 'longthread.sessions' },
  ],
};

const NOTHING_TO_UNDO: Answer = {
  markdown:
    'This chat has no session of Longthread, so there is nothing to undo here. To undo a compaction of another session, use that session’s chat or the panel.',
  buttons: [{ title: 'Open Panel', command: 'longthread.openPanel' }],
};

/** The chat in which a question is asked, and the parts that answer it. */
interface Asked extends Place {
  /** The question as typed. The words may be the number or the name of the session that the person chooses. */
  readonly words: string;
  readonly agentSessions: Pick<AgentSessions, 'has' | 'ofChat'>;
  readonly logger: Logger;
}

/** An answer, and the data that the editor keeps with the answer. */
export interface AnswerWithData extends Answer {
  readonly kept: KeptData;
}

/**
 * Answers a question without a model, using the log of the chat's session. An answer about a session begins with the
 * session's title. If the chat has no session, asks which session is meant, unless a session that the person chose
 * earlier still applies (`whichSession`). Such a choice never applies to an undo: if the chat has no session of its
 * own, nothing is undone. If something fails, rejects with an Error whose message the chat shows.
 */
export async function answerQuestion(typed: Question, asked: Asked): Promise<AnswerWithData> {
  if (typed.kind === 'help' && asked.kept.asks === undefined)
    return { markdown: HELP, buttons: [], kept: asked.kept };
  const which = await whichSession(typed, asked.words, asked);
  if (which.kind === 'unsure') return askWhich(typed, which.choices, asked.kept);
  const { session, question } = which;
  if (question.kind === 'undo' && which.kind !== 'own') return { ...NOTHING_TO_UNDO, kept: asked.kept };
  const { markdown, buttons } = await answerIn(session, question, asked);
  return {
    markdown: `In the session “${asPlainText(titleOfSession(session.live))}”:\n\n${markdown}`,
    // The button below a search searches all sessions, so it is not bound to a session.
    buttons: question.kind === 'find' ? buttons : buttons.map((button) => inSession(session.id, button)),
    kept: which.kind === 'own' ? {} : { chosen: session.id },
  };
}

function askWhich(question: Question, sessions: readonly Choice[], kept: KeptData): AnswerWithData {
  if (question.kind === 'undo') return { ...NOTHING_TO_UNDO, kept };
  if (sessions.length === 0) return { ...NO_SESSION, kept };
  const listed = sessions.map(({ label }, index) => `${String(index + 1)}. ${asPlainText(label)}`);
  return {
    markdown: [
      'This chat has no session of Longthread. Which session do you mean?',
      listed.join('\n'),
      'Choose a session below, or answer `@longthread` with its number.',
    ].join('\n\n'),
    buttons: [],
    kept: { ...kept, asks: { question, sessions } },
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

/** Returns the rules that are in force in a session and the rules that were struck, each with a link to its message. */
export function rulesAnswer({ id, live }: Pick<OpenSession, 'id' | 'live'>): Answer {
  const choices = ruleChoices(live.session);
  const add = { title: 'Add Rule…', command: 'longthread.addRule' };
  if (choices.length === 0)
    return {
      markdown:
        'No rule was found in this session. Sentences with words such as “never” and “always” become rules. You can add others.',
      buttons: [add],
    };
  const line = ({ label, draft: { source } }: RuleChoice): string =>
    `“${asPlainText(label)}” ${source === undefined ? '(added by you)' : messageLink(id, source)}`;
  const holding = choices.filter(({ draft }) => !draft.on);
  const struck = choices.filter(({ draft }) => draft.on);
  return {
    markdown: [
      ...(holding.length === 0
        ? ['No rule applies.']
        : [
            'These rules apply, newest first. The notes keep them word for word:',
            bullets(holding.map(line)),
          ]),
      ...(struck.length === 0 ? [] : ['Rules that you removed:', bullets(struck.map(line))]),
    ].join('\n\n'),
    buttons: [{ title: 'Remove Rule…', command: 'longthread.strikeRule' }, add],
  };
}

/** The answer for a session that Claude Code runs. */
const DONE_LATER: Answer = { markdown: 'Claude Code does this with its next request.', buttons: [] };

/**
 * Compacts the session, or asks the agent that runs the session to compact it. Returns the receipt, or the reason why
 * nothing was compacted.
 */
async function compactAnswer(
  { id, live, conversation, wishes }: OpenSession,
  instructions: string,
): Promise<Answer> {
  const asked = { keepsHalf: true, ...(instructions === '' ? {} : { instructions }) };
  if (wishes !== undefined) {
    await wishes.compact(asked);
    return DONE_LATER;
  }
  const { compactor } = conversation;
  const outcome = await compactor.compactNow(asked);
  if (!outcome.done) return { markdown: outcome.sentence, buttons: [] };
  const follows = compactor.step === 'summaryToFollow' ? '\n\nA model is adding its notes…' : '';
  return {
    markdown: receiptText(outcome.entry, id, live) + follows,
    buttons: compactionButtons(outcome.entry.id),
  };
}

/**
 * Undoes the newest compaction. If the context would then be too large, only offers a button that undoes the compaction
 * anyway.
 */
async function undoAnswer(session: OpenSession, agent: Pick<AgentSessions, 'has'>): Promise<Answer> {
  if (liveCompactions(session.live.session).length === 0)
    return { markdown: 'There is no compaction to undo.', buttons: [] };
  const { id, change, undo } = newestUndo(session, agent);
  const reply = await undo(false);
  if (reply.outcome === 'asks')
    return {
      markdown: reply.sentence,
      buttons: [{ title: reply.action, command: 'longthread.undoCompaction', arguments: [true] }],
    };
  if (session.wishes !== undefined) return DONE_LATER;
  return {
    markdown: `Undone: ${change}. The next request again contains everything that this compaction removed.`,
    buttons: [
      { title: 'Redo', command: 'longthread.redoCompaction' },
      { title: 'Show in Panel', command: 'longthread.openPanel', arguments: [id] },
    ],
  };
}
