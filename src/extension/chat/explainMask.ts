import * as vscode from 'vscode';
import type { MessageId } from '../../core/log/entry.ts';
import { maskedValues } from '../../core/log/maskedValues.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { whyMasked } from './whyMasked.ts';
import { ViewError } from '../webviews/describeError.ts';

const NOT_A_SECRET = 'Not a Secret';

/** Shows which rule found a secret. Unless the log is read-only, the person can declare that the text is no secret. */
export async function explainMask(
  live: LiveSession,
  { message, secret }: { readonly message: MessageId; readonly secret: number },
): Promise<void> {
  const entry = live.entry(message);
  const span = entry?.kind === 'message' ? entry.secrets?.[secret] : undefined;
  if (span !== undefined && span.number === undefined)
    throw new ViewError('An earlier version of Longthread masked this text, and the log does not say why.');
  const value = maskedValues(live.entries).find((one) => one.span.number === span?.number);
  if (value === undefined) throw new ViewError('This text is no longer masked.');
  const { sentence, detail } = whyMasked(value, live.secrets);
  const buttons = live.log.isReadOnly ? [] : [NOT_A_SECRET];
  const chosen = await vscode.window.showInformationMessage(sentence, { modal: true, detail }, ...buttons);
  if (chosen === NOT_A_SECRET)
    await live.append({ kind: 'reveal', target: value.target, span: value.span, everywhere: true });
}
