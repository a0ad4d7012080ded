import type { CommandPart } from './commandParts.ts';
import { programOf } from './touched.ts';

/** They change nothing but the shell that they run in, and read nothing but their words. */
const WORDS_ALONE: ReadonlySet<string> = new Set(
  'cd echo printf true false : pwd test [ exit sleep wait'.split(' '),
);
/** They pass on what comes in, as long as they are given no file. */
const FILTERS: ReadonlySet<string> = new Set('head tail wc sort uniq tac nl cat'.split(' '));

/** Whether a part of a line needs nobody's leave. */
export function isHarmless({ words, settings, key, touches, always }: CommandPart): boolean {
  if (key === undefined || touches.length + settings.length > 0 || always !== undefined) return false;
  const program = programOf(words) ?? '';
  // A path may lead to another program of that name.
  if (words[0]?.value !== program) return false;
  if (WORDS_ALONE.has(program)) return true;
  return (
    FILTERS.has(program) && words.slice(1).every(({ value = '' }) => /^-{1,2}[\w-]+$|^\+?\d+$/.test(value))
  );
}
