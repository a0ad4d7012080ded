import * as vscode from 'vscode';
import { maskedValues, type MaskedValue } from '../../core/log/maskedValues.ts';
import { markOf } from '../../core/log/secretMark.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import { formatCount } from '../../shared/format.ts';
import type { Parts } from '../parts.ts';
import { choose, confirm, say } from '../asking/ask.ts';
import type { Commands } from './command.ts';
import { whyMasked } from '../chat/whyMasked.ts';
import { currentSession, writableSession } from './targets.ts';

/** Returns the commands that explain a mask and that unmask a value. In both, the person first chooses the value. */
export function secretCommands(parts: Parts): Commands {
  return {
    whyMasked: () => explainMask(parts),
    notASecret: () => unmask(parts),
  };
}

const NOT_A_SECRET = 'Not a Secret';

async function explainMask(parts: Parts): Promise<void> {
  const { live } = currentSession(parts);
  const value = await chooseMasked(live, 'Which mask should be explained?');
  const { sentence, detail } = whyMasked(value, live.secrets);
  const options = { modal: true, detail };
  const chosen = await vscode.window.showInformationMessage(sentence, options, NOT_A_SECRET);
  if (chosen === NOT_A_SECRET) await reveal(value, parts);
}

async function unmask(parts: Parts): Promise<void> {
  const { live } = writableSession(parts);
  const value = await chooseMasked(live, 'Which value is not a secret?');
  const { sentence, detail } = whyMasked(value, live.secrets);
  await confirm(
    'Unmask this value in the whole session? The model will see it from now on.',
    `${sentence}\n\n${detail}`,
    NOT_A_SECRET,
  );
  await reveal(value, parts);
}

async function reveal({ target, span, times }: MaskedValue, parts: Parts): Promise<void> {
  const { live } = writableSession(parts);
  await live.append({ kind: 'reveal', target, span, everywhere: true });
  say(`The value is unmasked in ${formatCount(times, 'place')} of this session and in its later messages`);
}

async function chooseMasked(live: LiveSession, question: string): Promise<MaskedValue> {
  const values = maskedValues(live.entries);
  if (values.length === 0) throw new Error('Nothing is masked in this session.');
  const items = values.map((value) => ({
    value,
    label: markOf(value.span),
    description: `${formatCount(value.times, 'time')}, first in message ${value.target}`,
    detail: whyMasked(value, live.secrets).sentence,
  }));
  return (await choose(items, question)).value;
}
