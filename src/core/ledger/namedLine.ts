/** A line of text with the names in it. */
export interface NamedLine<N = string> {
  readonly text: string;
  readonly names: readonly N[];
}
