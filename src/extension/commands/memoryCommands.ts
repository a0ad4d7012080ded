import type { QuickPickItem } from 'vscode';
import type { Memory } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { SummaryMemory } from '../../core/memory/savedMemories.ts';
import { formatAge } from '../../shared/format.ts';
import type { Parts } from '../parts.ts';
import { choose, confirm, say, withText } from '../asking/ask.ts';
import { asLabel } from '../asking/plainTexts.ts';
import type { Commands } from './command.ts';

export function memoryCommands(parts: Parts): Commands {
  return { manageMemories: () => manageMemories(parts) };
}

const EDIT = { label: 'Edit…' };
const DELETE = { label: 'Delete' };
const REMEMBER = { label: 'Remember', detail: 'Later sessions in this workspace get this memory.' };
const REFUSE = { label: 'Don’t Remember', detail: 'Longthread won’t suggest this memory again.' };

async function manageMemories(parts: Parts): Promise<void> {
  const { memories, sessions, services } = parts;
  const live = sessions.current?.live;
  const now = services.clock.now();
  const known = memories.list().toReversed();
  const offers = live === undefined ? [] : memories.offers(live);
  if (known.length + offers.length === 0) throw new Error('Nothing is remembered in this workspace yet.');
  const items = [...known.map((memory) => memoryItem(memory, now)), ...offers.map(offerItem)];
  const chosen = await choose(items, 'Which memory?');
  if (chosen.memory !== undefined) await changeMemory(chosen.memory, parts);
  else if (live !== undefined) await answerOffer(chosen.offer, live, memories);
}

async function changeMemory(memory: Memory, { memories, sessions }: Parts): Promise<void> {
  const live = sessions.current?.live;
  const action = await choose([EDIT, DELETE], memory.text);
  if (action === EDIT) {
    const field = {
      prompt: 'What should be remembered?',
      value: memory.text,
      validateInput: problemOfMemory,
    };
    await withText(field, (text) => memories.edit(memory, text.trim(), live));
    say('The memory is changed');
  } else {
    await confirm('Delete this memory?', memory.text, 'Delete');
    await memories.delete(memory, live);
    say('The memory is deleted');
  }
}

function problemOfMemory(text: string): string | undefined {
  return text.trim() === '' ? 'A memory needs some text. To remove it, choose “Delete”.' : undefined;
}

async function answerOffer(
  offer: SummaryMemory,
  live: LiveSession,
  memories: Parts['memories'],
): Promise<void> {
  const isWanted = (await choose([REMEMBER, REFUSE], offer.text)) === REMEMBER;
  await (isWanted ? memories.save(offer, live) : memories.dismiss(offer.text));
  say(isWanted ? 'The memory is saved' : 'This memory won’t be suggested again');
}

type MemoryItem = QuickPickItem &
  ({ readonly memory: Memory } | { readonly memory?: undefined; readonly offer: SummaryMemory });

function memoryItem(memory: Memory, now: number): MemoryItem {
  return {
    label: asLabel(memory.text),
    description: `${memory.type} · ${formatAge(memory.at, now)}`,
    memory,
  };
}

function offerItem(offer: SummaryMemory): MemoryItem {
  return {
    label: `$(add) ${asLabel(offer.text)}`,
    description: `${offer.type} · suggested; used in later sessions only if you agree`,
    offer,
  };
}
