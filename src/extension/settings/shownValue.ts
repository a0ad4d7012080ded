const MOST_CHARACTERS = 80;

/** A setting's value in a sentence: short, and without the links that the editor would make of a workspace's text. */
export function shownValue(value: unknown): string {
  const written =
    typeof value === 'string' ? `“${value}”` : ((JSON.stringify(value) as string | undefined) ?? 'empty');
  const short = written.length > MOST_CHARACTERS ? `${written.slice(0, MOST_CHARACTERS)}…` : written;
  return short.replace(/[[\]\s]+/g, ' ').toWellFormed();
}
