import type { ViewBadge } from 'vscode';
import { openQuestion } from '../../core/context/openQuestion.ts';
import { standingPlan } from '../../core/context/standingPlan.ts';
import type { ComposerView, WaitingView } from '../../shared/composerView.ts';
import type { OpenSession } from '../sessions/openSession.ts';
import type { ViewParts } from '../parts.ts';
import type { Attachments } from './attachments.ts';
import { OPENING, whyReadOnly } from './chatHeader.ts';
import type { ShownActivity } from './shownActivity.ts';
import type { TypedText } from './typedText.ts';
import type { UnsentTexts } from './unsentTexts.ts';
import { mayChangeFiles } from '../hands/hands.ts';

interface ComposerInput {
  readonly session: OpenSession | undefined;
  /** The id of the session that is shown, even while it is being opened. */
  readonly shownId: string;
  /** Whether the rest of the session is still being read. */
  readonly isOpening: boolean;
  readonly attachments: Attachments;
  readonly unsent: UnsentTexts;
  readonly typedText: TypedText;
  readonly activity: ShownActivity;
}

/** Returns what the composer shows: texts, attachments, the model's activity, and why nothing can be sent. */
export function composerView(input: ComposerInput, parts: ViewParts): ComposerView {
  const { session, shownId, isOpening, attachments, unsent, typedText, activity } = input;
  const isBusy = session?.conversation.isBusy === true;
  const blocked = isOpening ? OPENING : whyReadOnly(session, parts);
  const waiting = (session?.conversation.waiting.all ?? []).map(({ id, text, waitsFor }): WaitingView => ({
    id,
    text,
    isSteering: waitsFor === 'nextRequest',
  }));
  const returned = session === undefined ? undefined : unsent.toRestore(session.id);
  const openApprovals = parts.approvals.knownDesk(shownId)?.questions.length ?? 0;
  return {
    typed: typedText.toShow(shownId),
    attachments: attachments.views,
    isBusy,
    ...planOf(session, isBusy),
    ...askedOf(session, isBusy),
    ...(waiting.length > 0 ? { waiting } : {}),
    ...(isBusy ? (openApprovals > 0 ? WAITS_FOR_PERSON : activity.view) : {}),
    ...(blocked === undefined ? {} : { blocked }),
    ...(returned === undefined ? {} : { returned }),
    ...(mayChangeFiles() && blocked === undefined ? { mode: parts.approvals.modeOf(shownId) } : {}),
  };
}

/** Returns a badge with the number of questions that wait for the person; undefined if there are none. */
export function badgeOf(
  { asked }: ComposerView,
  shownId: string,
  { approvals }: Pick<ViewParts, 'approvals'>,
): ViewBadge | undefined {
  const value = (approvals.knownDesk(shownId)?.questions.length ?? 0) + (asked === undefined ? 0 : 1);
  return value === 0 ? undefined : { value, tooltip: 'Waits for your answer' };
}

function planOf(session: OpenSession | undefined, isBusy: boolean): Pick<ComposerView, 'plan'> {
  const plan = (session && standingPlan(session.live.session)?.items) ?? [];
  return plan.length === 0 || (!isBusy && plan.every(({ state }) => state === 'done')) ? {} : { plan };
}

function askedOf(session: OpenSession | undefined, isBusy: boolean): Pick<ComposerView, 'asked'> {
  const asked = isBusy || session === undefined ? undefined : openQuestion(session.live.session);
  return asked === undefined ? {} : { asked: { id: asked.id, text: asked.text, options: asked.options } };
}

const WAITS_FOR_PERSON = { activity: 'waiting for your answer' } as const;
