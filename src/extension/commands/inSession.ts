import * as v from 'valibot';
import type { ActingSession } from '../sessions/actingSession.ts';
import { actIn } from '../sessions/actIn.ts';

/** The commands that the buttons of an answer in a chat may run. */
const OFFERED = [
  'longthread.openPanel',
  'longthread.previewCompaction',
  'longthread.undoCompaction',
  'longthread.redoCompaction',
  'longthread.strikeRule',
  'longthread.addRule',
] as const;

const askedSchema = v.tupleWithRest([v.string(), v.picklist(OFFERED)], v.unknown());

/**
 * Makes a session the acting session and runs a command on it. `asked` has the session's id, the command (one of
 * `OFFERED`) and the command's arguments. Throws if the session is not open in this window.
 */
export async function inSession(
  asked: readonly unknown[],
  {
    acting,
    run,
  }: {
    readonly acting: Pick<ActingSession, 'current' | 'choices' | 'choose'>;
    readonly run: (command: string, ...given: readonly unknown[]) => unknown;
  },
): Promise<void> {
  const [session, command, ...given] = v.parse(askedSchema, asked);
  actIn(session, acting);
  await run(command, ...given);
}
