/** A name of the session: how often and by whom it was used. */
export interface Name {
  readonly text: string;
  /** Characters of the session up to its last use. */
  last: number;
  /** Messages of the assistant's or the person's that hold it. */
  written: number;
  byPerson: number;
  /** Definitions, sentences and outputs that hold it, within messages, too. */
  places: number;
  /** Characters of the session up to the last call on a file in which it stands; undefined where it stands in none. */
  touchedAt: number | undefined;
  /** How likely it is needed again, in units of an identifier that the assistant wrote. */
  worth: number;
}

/** The names of a session, each looked up by its text once, where evidence is gathered; from then on it is an object. */
export class NameTable {
  private readonly byText = new Map<string, Name>();

  get all(): Iterable<Name> {
    return this.byText.values();
  }

  /** The name, which is new to the session where it was not used. */
  readonly of = (text: string): Name => {
    let name = this.byText.get(text);
    if (name === undefined) {
      name = {
        text,
        last: 0,
        written: 0,
        byPerson: 0,
        places: 0,
        touchedAt: undefined,
        worth: 0,
      };
      this.byText.set(text, name);
    }
    return name;
  };

  find(text: string): Name | undefined {
    return this.byText.get(text);
  }
}
