import { factSpansIn } from './facts.ts';

/** A bare list has at least this number of facts with only separators between them. */
const LEAST_FACTS = 4;
/** Words that say no more about two facts than a comma. */
const CONNECTIVES = new Set(['and', 'or', 'then', 'also', 'plus', 'next']);
/**
 * A word that stands alone between facts at least this often in one line counts as a separator, whatever its meaning
 * is.
 */
const LEAST_REPEATS = 3;

const PUNCTUATION = /^[^\p{L}\p{N}]*$/u;
const WORD_ALONE = /^[^\p{L}\p{N}]*(\p{L}+)[^\p{L}\p{N}]*$/u;

/**
 * Returns the parts of a text that are bare lists: at least four facts with only punctuation, white space or a
 * separator word between them.
 */
export function bareRunsIn(text: string): readonly string[] {
  const separators = separatorsIn(text);
  const runs: string[] = [];
  let run = { start: 0, end: -1, facts: 0 };
  const close = (): void => {
    if (run.facts >= LEAST_FACTS) runs.push(text.slice(run.start, run.end));
  };
  for (const span of outermostSpans(text)) {
    if (run.facts > 0 && separators.has(text.slice(run.end, span.start))) {
      run = { start: run.start, end: span.end, facts: run.facts + 1 };
    } else {
      close();
      run = { start: span.start, end: span.end, facts: 1 };
    }
  }
  close();
  return runs;
}

/** Returns the separators between the facts of a text: punctuation, white space, and separator words. */
function separatorsIn(text: string): ReadonlySet<string> {
  const separators = new Set<string>();
  for (const line of text.split('\n')) {
    const words = new Map<string, number>();
    const gaps = gapsIn(line);
    for (const gap of gaps) words.set(wordAlone(gap), (words.get(wordAlone(gap)) ?? 0) + 1);
    for (const gap of gaps) {
      const word = wordAlone(gap);
      const isSeparator = CONNECTIVES.has(word) || (word !== '' && (words.get(word) ?? 0) >= LEAST_REPEATS);
      if (isSeparator) separators.add(gap);
    }
  }
  for (const gap of gapsIn(text)) if (PUNCTUATION.test(gap)) separators.add(gap);
  return separators;
}

function gapsIn(text: string): readonly string[] {
  const spans = outermostSpans(text);
  return spans.slice(1).map((span, index) => text.slice(spans[index]?.end ?? 0, span.start));
}

/** Returns the only word in a gap, in lower case; empty if there is no word or more than one word. */
function wordAlone(gap: string): string {
  return WORD_ALONE.exec(gap)?.[1]?.toLowerCase() ?? '';
}

function outermostSpans(text: string): readonly { readonly start: number; readonly end: number }[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of factSpansIn(text)) {
    if (end > (spans.at(-1)?.end ?? -1) && start >= (spans.at(-1)?.end ?? 0)) spans.push({ start, end });
  }
  return spans;
}
