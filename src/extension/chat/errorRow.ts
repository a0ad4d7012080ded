import type { Refusal, TurnEnd } from '../../core/chat/agentLoop.ts';
import type { SessionMessage } from '../../core/log/session.ts';
import type { ChatErrorReason } from '../../core/ports.ts';
import type { ErrorAction, ErrorRow } from '../../shared/chatView.ts';

type Action = ErrorRow['actions'][number];

const ACTIONS: Readonly<Record<ErrorAction, Action>> = {
  retry: { action: 'retry', label: 'Try Again' },
  connect: { action: 'connect', label: 'Connect a Model…' },
  chooseModel: { action: 'chooseModel', label: 'Choose Another Model…' },
  compactNow: { action: 'compactNow', label: 'Compact Now' },
  openSettings: { action: 'openSettings', label: 'Open Settings' },
  openLog: { action: 'openLog', label: 'Open Log' },
  takeOver: { action: 'takeOver', label: 'Take Over' },
  newSession: { action: 'newSession', label: 'New Session' },
};

const GO_ON: Action = { action: 'retry', label: 'Go On' };

/** The actions after a turn that was refused before its request, the most helpful first. */
const REFUSAL_ACTIONS: Readonly<Record<Refusal['reason'], readonly Action[]>> = {
  noModel: [ACTIONS.connect, ACTIONS.retry],
  tooLarge: [ACTIONS.compactNow, ACTIONS.chooseModel, ACTIONS.retry],
  notWritten: [ACTIONS.retry, ACTIONS.openLog],
  overBudget: [GO_ON, ACTIONS.openSettings],
};

/** The actions after a failed request, the most helpful first. */
const FAILURE_ACTIONS: Readonly<Record<ChatErrorReason, readonly ErrorAction[]>> = {
  cancelled: [],
  interrupted: ['retry', 'openLog'],
  contextOverflow: ['compactNow', 'chooseModel', 'retry'],
  rateLimited: ['retry', 'chooseModel'],
  noCredit: ['chooseModel', 'retry'],
  unauthorized: ['connect', 'retry'],
  notFound: ['chooseModel', 'connect', 'retry'],
  badRequest: ['chooseModel', 'openLog', 'retry'],
  serverError: ['retry', 'openLog'],
  unreachable: ['retry', 'connect'],
  timeout: ['retry', 'openLog'],
  notAModel: ['connect', 'chooseModel', 'retry'],
  tooLarge: ['connect', 'chooseModel', 'retry'],
  refused: ['retry'],
};

/**
 * Returns a row that says that the last message of a session has no answer; undefined if no answer is missing. The row
 * is for a session that was just opened. It gives no reason, because the log contains none: the turn may have failed,
 * the person may have stopped it, the window may have been closed, or the session may be a branch that ends before the
 * answer.
 */
export function unansweredRow(
  messages: readonly SessionMessage[],
  { id, at }: { readonly id: string; readonly at: number },
): ErrorRow | undefined {
  const role = messages.at(-1)?.message.role;
  if (role !== 'user' && role !== 'tool') return undefined;
  const sentence = 'The last message has no answer. Try again, or write another message.';
  return { type: 'error', id, at, sentence, isUnexplained: true, actions: [ACTIONS.retry] };
}

/** Returns the row that a turn's end adds to the thread; undefined if nothing went wrong. */
export function errorRow(
  end: TurnEnd,
  { id, at }: { readonly id: string; readonly at: number },
): ErrorRow | undefined {
  const row = (sentence: string, actions: readonly Action[]): ErrorRow => ({
    type: 'error',
    id,
    at,
    sentence,
    actions,
  });
  switch (end.kind) {
    case 'answered':
    case 'asked':
    case 'stopped':
      return undefined;
    case 'refused':
      return row(end.sentence, REFUSAL_ACTIONS[end.reason]);
    case 'repeated':
      return row(end.sentence, [GO_ON]);
    case 'stepLimit':
      return row(end.sentence, [GO_ON, ACTIONS.openSettings]);
    case 'failed':
      return row(
        end.error.message,
        FAILURE_ACTIONS[end.error.reason].map((action) => ACTIONS[action]),
      );
  }
}
