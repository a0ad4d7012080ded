import type { Asked } from '../../core/compaction/compactionView.ts';
import { SKIP_SENTENCES } from '../../core/compaction/decide/skip.ts';
import type { Strategy } from '../../core/compaction/strategies.ts';
import { shownTokensOf } from '../../core/context/gauge.ts';
import { formatTokenCount, formatTokens } from '../../shared/format.ts';
import { shownEvent } from '../sessions/shownCompaction.ts';
import type { UndoReply } from '../../shared/protocol.ts';
import type { Parts } from '../parts.ts';
import { newestUndo, redoCompaction } from '../sessions/undoCompaction.ts';
import { confirm, say, sayNotDone, withText } from '../asking/ask.ts';
import { chooseStrategyName, chooseStrategy } from './chooseStrategy.ts';
import type { Commands } from './command.ts';
import { changeableSession, currentSession } from './targets.ts';

export function compactionCommands(parts: Parts): Commands {
  return {
    compactNow: () => compact({}, parts),
    compactWithInstructions: async () => {
      changeableSession(parts);
      const question = {
        prompt: 'What should the notes cover?',
        placeHolder: 'e.g. keep every decision about the database',
      };
      await withText(question, async (instructions) => {
        if (instructions.trim() === '') return compact({}, parts);
        const sentence = await tryToCompact({ instructions }, parts);
        if (sentence !== undefined) throw new Error(sentence);
      });
    },
    compactWithStrategy: async (name) => {
      const chosen =
        typeof name === 'string'
          ? name
          : await chooseStrategyName(parts, 'Which strategy for this compaction?');
      await compact({}, parts, parts.strategies.find(chosen));
    },
    cancelCompaction: () => cancel(parts),
    deferCompaction: () => defer(parts),
    undoCompaction: (isSure) => undoNewest(parts, isSure === true),
    redoCompaction: async () => {
      const [session, agent] = [currentSession(parts), parts.agentSessions];
      await withConsent(
        'Redo this compaction?',
        (isSure) => redoCompaction(session, { isSure, agent }),
        false,
      );
    },
    chooseStrategy: () => chooseStrategy(parts),
  };
}

async function cancel(parts: Parts): Promise<void> {
  const { compactor } = currentSession(parts).conversation;
  if (compactor.isRunning) await compactor.cancel();
  else sayNotDone('No compaction is running');
}

/**
 * Postpones automatic compactions, even if none is due now. If the session is read-only, or if a due compaction starts
 * only when the person asks, postpones nothing and shows why.
 */
function defer(parts: Parts): void {
  const { compactor } = currentSession(parts).conversation;
  const due = compactor.wouldRun();
  const reason = due.run ? undefined : due.reason;
  if (reason === 'read_only' || reason === 'only_by_person') return sayNotDone(SKIP_SENTENCES[reason]);
  compactor.defer();
  const until = 'until the next threshold, or until a stage is finished';
  if (reason === 'below_threshold') sayNotDone(`No compaction is due, and none starts ${until}`);
  else say(`Compaction is postponed ${until}`);
}

/**
 * Compacts, or shows why nothing was done. Does not wait for a model that adds its notes in the background after the
 * compaction.
 */
async function compact(asked: Asked, parts: Parts, strategy?: Strategy): Promise<void> {
  const sentence = await tryToCompact(asked, parts, strategy);
  if (sentence !== undefined) sayNotDone(sentence);
}

/**
 * Compacts and shows the outcome; in a session that another agent runs, asks that agent to compact. Returns the reason
 * if nothing was done.
 */
async function tryToCompact(asked: Asked, parts: Parts, chosen?: Strategy): Promise<string | undefined> {
  const { live, conversation, wishes } = currentSession(parts);
  const run = { keepsHalf: true, ...asked };
  if (wishes !== undefined) {
    await wishes.compact(run, chosen);
    return undefined;
  }
  const { compactor } = conversation;
  const outcome = await compactor.compactNow(run, chosen);
  if (!outcome.done) return outcome.sentence;
  const { tokensBefore, tokensAfter, strategy } = shownEvent(
    outcome.entry.event,
    shownTokensOf(live.entries),
  );
  const { step } = compactor;
  say(
    `Compacted ${formatTokens(tokensBefore)} → ${formatTokenCount(tokensAfter)} by ${strategy}` +
      (step === 'summaryToFollow' ? '; a model is adding its notes…' : ''),
  );
  return undefined;
}

async function undoNewest(parts: Parts, isSure: boolean): Promise<void> {
  const session = currentSession(parts);
  const { undo, change } = newestUndo(session, parts.agentSessions);
  await withConsent('Undo this compaction?', undo, isSure);
  if (session.wishes === undefined) say(`Undone: ${change}`);
}

/** Undoes or redoes a compaction. Asks for consent if needed, and throws CancellationError if the person refuses. */
async function withConsent(
  question: string,
  run: (isSure: boolean) => Promise<UndoReply>,
  isSure: boolean,
): Promise<void> {
  const reply = await run(isSure);
  if (reply.outcome === 'done') return;
  await confirm(question, reply.sentence, reply.action);
  await run(true);
}
