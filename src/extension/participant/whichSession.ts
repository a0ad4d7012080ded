import * as v from 'valibot';
import type { AgentSessions } from '../agent/agentSessions.ts';
import type { ActingSession } from '../sessions/actingSession.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import { formatCount } from '../../shared/format.ts';
import type { Question } from './slashCommands.ts';

/** The data that the editor keeps with an answer, and sends with the next question in the same chat. */
export interface KeptData {
  /** The session that the person chose for this chat, if the chat has no session. */
  readonly chosen?: string;
  /** The question that waits for the person to choose a session by number or name, and the sessions to choose from. */
  readonly asks?: { readonly question: Question; readonly sessions: readonly Choice[] };
}

export interface Choice {
  readonly id: string;
  readonly label: string;
}

const keptSchema = v.object({
  chosen: v.optional(v.string()),
  asks: v.optional(
    v.object({
      question: v.variant('kind', [
        v.object({ kind: v.literal('compact'), instructions: v.string() }),
        v.object({ kind: v.literal('find'), query: v.string() }),
        v.object({ kind: v.picklist(['undo', 'rules', 'receipt', 'help']) }),
      ]),
      sessions: v.array(v.object({ id: v.string(), label: v.string() })),
    }),
  ),
});

/** Parses the data that the editor kept with an answer. Returns an empty object if the data is not from Longthread. */
export function readKept(metadata: unknown): KeptData {
  const parsed = v.safeParse(keptSchema, metadata);
  return parsed.success ? (parsed.output as KeptData) : {};
}

/** The chat in which a question is asked, the data kept there, and the open sessions. */
export interface Place {
  readonly acting: Pick<ActingSession, 'choices'>;
  readonly agentSessions: Pick<AgentSessions, 'ofChat'>;
  /** The chat's id. Undefined if the editor does not pass it. */
  readonly chat: string | undefined;
  readonly kept: KeptData;
}

/**
 * The session that a question is about: the chat's own session, or a session that the person chose in the chat. If it
 * is not clear which session is meant, contains the sessions to choose from.
 */
export type Which =
  | { readonly kind: 'own' | 'chosen'; readonly session: OpenSession; readonly question: Question }
  | { readonly kind: 'unsure'; readonly choices: readonly Choice[] };

/**
 * Returns the session that a question is about, and the question to answer. If the person has just chosen a session,
 * the question to answer is the one before the choice. The choice also applies to later questions, except to those that
 * change a session (`compact` and `undo`). For each of these, the person must choose again.
 */
export async function whichSession(question: Question, words: string, place: Place): Promise<Which> {
  const { acting, agentSessions, chat, kept } = place;
  const own = chat === undefined ? undefined : await agentSessions.ofChat(chat);
  if (own !== undefined) return { kind: 'own', session: own, question };
  const open = (id: string | undefined): OpenSession | undefined =>
    acting.choices.find((session) => session.id === id);
  const chosen = open(chosenIn(kept.asks?.sessions ?? [], words)?.id);
  if (kept.asks !== undefined && chosen !== undefined)
    return { kind: 'chosen', session: chosen, question: kept.asks.question };
  const earlier = open(kept.chosen);
  if (earlier !== undefined && question.kind !== 'compact' && question.kind !== 'undo')
    return { kind: 'chosen', session: earlier, question };
  return { kind: 'unsure', choices: choicesOf(acting.choices) };
}

/** Returns the choice that the words name by its number or label. Returns undefined if several have this label. */
function chosenIn(choices: readonly Choice[], words: string): Choice | undefined {
  const said = words.replaceAll(/\s+/gu, ' ').trim();
  const named = choices.filter(({ label }, index) => said === String(index + 1) || said === label);
  return named.length === 1 ? named[0] : undefined;
}

/** Returns the choices. If several sessions have the same title, their labels contain their numbers of messages. */
function choicesOf(sessions: readonly OpenSession[]): readonly Choice[] {
  const labels = sessions.map((session) => labelOf(session));
  return sessions.map((session, index) => {
    const label = labels[index] ?? '';
    const isRepeated = labels.filter((each) => each === label).length > 1;
    const count = formatCount(session.live.session.messages.length, 'message');
    return { id: session.id, label: isRepeated ? labelOf(session, `, ${count}`) : label };
  });
}

function labelOf({ live }: OpenSession, added = ''): string {
  const whose = live.session.agent === undefined ? 'Longthread’s chat' : 'the editor’s agent';
  return `${titleOfSession(live)} (${whose}${added})`.replaceAll(/\s+/gu, ' ');
}

/**
 * Returns the sessions to choose from as suggested replies. A reply is the label, or the number if labels are the same.
 */
export function suggestedReplies({ asks }: KeptData): { prompt: string; label: string; command: string }[] {
  const sessions = asks?.sessions ?? [];
  return sessions.map(({ label }, index) => {
    const isRepeated = sessions.some((each, other) => other !== index && each.label === label);
    return { prompt: isRepeated ? String(index + 1) : label, label, command: '' };
  });
}

export function titleOfSession({ session }: OpenSession['live']): string {
  return session.title ?? 'New session';
}
