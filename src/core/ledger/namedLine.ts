/** A line of text with the names in it. */
export interface NamedLine {
  readonly text: string;
  readonly names: readonly string[];
}
