import { notify, warn } from '../asking/ask.ts';
import { takeBackPlace, type TakeBackPlan } from '../../core/tools/changedFiles.ts';
import { stepsSince, type FileStep } from '../../core/tools/fileSteps.ts';
import { toolCallsOf } from '../../core/log/message.ts';
import { readCall } from '../../core/tools/readCall.ts';
import { formatCount } from '../../shared/format.ts';
import type { EditorObservations } from '../observations/editorObservations.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { CancelledError, ViewError } from '../webviews/describeError.ts';
import { editorFiles } from './editorFiles.ts';
import { closeRestorePreview, openRestorePreview } from './openDiff.ts';
import { stepsToToggle } from './rowSteps.ts';
import type { FileChanges } from './sessionFiles.ts';

interface UndoParts {
  readonly files: FileChanges;
  readonly observations: Pick<EditorObservations, 'addAction'>;
}

/**
 * Undoes a row's file changes or, if all of them are undone, redoes them. Keeps later changes. The model learns of this
 * with the person's next message. Throws ViewError with a sentence for each file that could not be restored.
 */
export async function undoOrRedoFiles(
  { live, conversation }: OpenSession,
  own: readonly FileStep[],
  { files: { changed }, observations }: UndoParts,
): Promise<void> {
  if (conversation.isBusy) throw new ViewError('Stop the answer first: it may be changing files.');
  const steps = await changed.steps();
  const { chosen, isRedo } = stepsToToggle(own, steps);
  if (chosen.length === 0)
    throw new ViewError('Longthread has no copy of this change, so it can’t be undone here.');
  const plan = await changed.plan(chosen, 'keepingLater');
  const message = live.session.messages.at(-1)?.id ?? '';
  const place = takeBackPlace(steps, message, 'undo');
  const { restored, problems } = await changed.takeBack(plan, place);
  const names = restored.map((file) => editorFiles.nameOf(file)).join(', ');
  if (names !== '')
    observations.addAction(
      `files ${names}`,
      isRedo ? `the person redid your changes of ${names}` : `the person undid your changes of ${names}`,
    );
  const allProblems = [...plan.problems, ...problems];
  if (allProblems.length > 0) throw new ViewError(allProblems.join(' '));
}

const RESTORE = 'Restore the Files';
const LEAVE = 'Leave the Files';

/**
 * Offers to restore the files to their state just before a message, to which the person is about to go back. Shows a
 * diff of the files beside the question. Asks nothing if there is nothing to restore. Throws CancelledError if the
 * person closes the question, and ViewError if the message was removed while the question was open.
 */
export async function offerToRestoreFiles(
  { live, id: session }: OpenSession,
  message: string,
  { changed, kept }: FileChanges,
): Promise<void> {
  const order = new Map(live.entries.map(({ id }, index) => [id, index]));
  const steps = await changed.steps();
  const since = stepsSince(steps, message, (id) => order.get(id) ?? -1);
  const plan = await changed.plan(since, 'exactly');
  const remarks = [
    ...plan.problems,
    ...lostChangesWords(plan),
    ...commandWords(live, message),
    ...unreadWords(kept.unreadLines),
  ];
  if (plan.files.length === 0) {
    if (plan.problems.length > 0) void notify(plan.problems.join(' '));
    return;
  }
  const previews = plan.files.map(({ file, now, then }) => ({
    file,
    now: kept.stateOf(now),
    then: kept.stateOf(then),
  }));
  await openRestorePreview(session, previews);
  const question = `${formatCount(plan.files.length, 'file')} changed since that message. Restore their earlier contents?`;
  const answer = await notify([question, ...remarks].join(' '), RESTORE, LEAVE);
  await closeRestorePreview();
  if (answer === undefined) throw new CancelledError('');
  if (answer !== RESTORE) return;
  assertInThread(live, message);
  const { problems } = await changed.takeBack(plan, takeBackPlace(steps, message, 'back'));
  if (problems.length > 0) void warn(problems.join(' '));
}

/** Throws ViewError if a rewind removed the message. */
export function assertInThread({ session }: OpenSession['live'], message: string): void {
  if (!session.messages.some(({ id }) => id === message))
    throw new ViewError('This message is no longer in the thread, since you went back to an earlier one.');
}

/**
 * Returns a sentence that names the files that others changed as well. Restoring these files discards the others'
 * changes.
 */
function lostChangesWords({ files }: TakeBackPlan): readonly string[] {
  const names = files
    .filter(({ isChangedSince }) => isChangedSince)
    .map(({ file }) => editorFiles.nameOf(file));
  if (names.length === 0) return [];
  return [
    `${names.join(', ')} also changed outside this chat, perhaps by you. Restoring the files discards those changes, but can be undone.`,
  ];
}

const MOST_COMMANDS = 3;

/** Returns a sentence about commands that ran since a message. Their changes are not recorded and can't be undone. */
function commandWords({ session }: OpenSession['live'], from: string): readonly string[] {
  const at = session.messages.findIndex(({ id }) => id === from);
  const calls = session.messages.slice(Math.max(0, at)).flatMap(({ message }) => toolCallsOf(message));
  const commands = calls
    .map(readCall)
    .flatMap(({ kind, command }) => (kind === 'shell' ? [command ?? ''] : []));
  if (commands.length === 0) return [];
  const named = commands.slice(0, MOST_COMMANDS).map((command) => `“${command.slice(0, 60)}”`);
  const more = commands.length > named.length ? ' and others' : '';
  return [
    `Changes that commands made to files are not undone. Commands since then: ${named.join(', ')}${more}.`,
  ];
}

function unreadWords(lines: number): readonly string[] {
  return lines === 0
    ? []
    : [
        `${formatCount(lines, 'line')} of the list in which Longthread stores changes of files could not be read, so some changes may not be undone.`,
      ];
}
