import type { ParseShellLine, ShellCommand, ShellWord } from './shellLine.ts';
import { ownTouches } from './touched.ts';
import { unwrapped } from './unwrapped.ts';

/** One command of a line as it is judged: what stands behind `sudo`, `env`, `sh -c`, `xargs` and the like is one of its own. */
export interface CommandPart {
  readonly text: string;
  readonly words: readonly ShellWord[];
  /** Variables set for it, files that it reads by redirection, and text that it is given: they say, too, what it does. */
  readonly settings: readonly ShellWord[];
  /** The same words have the same key. Absent where only running the line shows them all: no approval that stands covers it. */
  readonly key?: string;
  /** Paths, as they are written, of what it writes, moves or deletes. */
  readonly touches: readonly ShellWord[];
  /** Where it runs, by the `cd`s before it; absent where that is not known. */
  readonly folder?: string;
  /** Asks in every mode, for this reason. */
  readonly always?: string;
}

export type JudgedLine =
  | { readonly kind: 'parts'; readonly parts: readonly CommandPart[] }
  | { readonly kind: 'unclear'; readonly why: string };

/** What a line would run, part by part. `folder` is where it begins. */
export function partsOf(line: string, folder: string, parse: ParseShellLine): JudgedLine {
  const parsed = parse(line);
  if (parsed.kind === 'unclear') return parsed;
  const parts: CommandPart[] = [];
  let here: string | undefined = folder;
  for (const command of parsed.commands) {
    const inside = unwrapped(command, parse);
    if (inside.kind === 'unclear') return inside;
    for (const { command: each, always } of inside.commands)
      parts.push(partOf(each, { folder: here, ...(always === undefined ? {} : { always }) }));
    here = afterwards(command, here);
  }
  return { kind: 'parts', parts };
}

function partOf(
  { text, words, assignments, writes, reads, input }: ShellCommand,
  { folder, always }: { readonly folder: string | undefined; readonly always?: string },
): CommandPart {
  const settings = [...assignments, ...reads, ...(input === undefined ? [] : [input])];
  const into = writes.filter(({ value }) => !isNowhere(value));
  const all = [settings, words, into];
  const isKnown = all.flat().every(({ value }) => value !== undefined);
  return {
    text,
    words,
    settings,
    ...(isKnown ? { key: JSON.stringify(all.map((each) => each.map(({ value }) => value))) } : {}),
    touches: [...into, ...ownTouches(words)],
    ...(folder === undefined ? {} : { folder }),
    ...(always === undefined ? {} : { always }),
  };
}

function isNowhere(value: string | undefined): boolean {
  return /^(?:\/dev\/(?:null|stdout|stderr|tty)|nul)$/i.test(value ?? '');
}

/** A `cd` at the line's own level moves on what comes after it; one that may not run leaves it unknown. */
function afterwards({ words, isInner }: ShellCommand, folder: string | undefined): string | undefined {
  const [name, to, ...more] = words.map(({ value }) => value);
  if (name !== 'cd' && name !== 'pushd' && name !== 'popd') return folder;
  const isPlain = name === 'cd' && to !== undefined && !to.startsWith('-') && more.length === 0;
  if (!isPlain || isInner || folder === undefined) return undefined;
  return /^(?:\/|~|[a-z]:)/i.test(to) ? to : `${folder}/${to}`;
}
