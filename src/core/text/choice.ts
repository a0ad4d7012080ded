/** An answer that names an option by its number or letter, and maybe as what it was offered: `2`, `b)`, `option 3`. */
const CHOICE = /^[^\p{L}\p{N}]*(?:(\p{L}+) )?(\d{1,2}|[a-z])[^\p{L}\p{N}]*$/iu;
/** A line that begins an option: `2. …`, `(b) …`, `**Option 3:** …`. */
const OPTION = /^[\s*_(#-]*(?:(\p{L}+) )?(\d{1,2}|[a-z])[.):\]]/iu;

/** Whether a line begins the option that an answer names and nothing more: “not 14” chooses nothing. */
export function isChosen(line: string, answer: string): boolean {
  const [, said, chosen] = CHOICE.exec(answer.toLowerCase()) ?? [];
  const [, word, mark] = OPTION.exec(line.toLowerCase()) ?? [];
  return chosen !== undefined && mark === chosen && (said === undefined || said === word);
}

/** The lines of the option that an answer names, as it was offered last; empty where there is none. */
export function optionChosen(offer: string, answer: string): string {
  const lines = CHOICE.test(answer) ? offer.split('\n') : [];
  const first = lines.findLastIndex((line) => isChosen(line, answer));
  if (first < 0) return '';
  const next = lines.findIndex((line, index) => index > first && OPTION.test(line));
  return lines.slice(first, next < 0 ? undefined : next).join('\n');
}
