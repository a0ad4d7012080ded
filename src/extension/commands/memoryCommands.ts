import type { QuickPickItem } from 'vscode';
import type { Memory } from '../../core/ports.ts';
import { formatAge } from '../../shared/format.ts';
import type { Parts } from '../parts.ts';
import { askText, choose, confirm, say } from './ask.ts';
import type { Commands } from './command.ts';

export function memoryCommands(parts: Parts): Commands {
  return { manageMemories: () => manageMemories(parts) };
}

const EDIT = { label: 'Edit…' };
const DELETE = { label: 'Delete' };

async function manageMemories({ memories, sessions, services }: Parts): Promise<void> {
  const items = memories.list().toReversed();
  if (items.length === 0) throw new Error('Nothing is remembered in this workspace yet.');
  const now = services.clock.now();
  const { memory } = await choose(
    items.map((item) => memoryItem(item, now)),
    'Which memory?',
  );
  const action = await choose([EDIT, DELETE], memory.text);
  const live = sessions.current?.live;
  if (action === EDIT) {
    const text = await askText({ prompt: 'What shall be remembered?', value: memory.text });
    await memories.edit(memory, text.trim(), live);
  } else {
    await confirm('Delete this memory?', memory.text, 'Delete');
    await memories.delete(memory, live);
  }
  say('The memories are up to date');
}

function memoryItem(memory: Memory, now: number): QuickPickItem & { readonly memory: Memory } {
  return { label: memory.text, description: `${memory.type} · ${formatAge(memory.at, now)}`, memory };
}
