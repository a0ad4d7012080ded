/** One of several conversations that a file holds. */
export interface Conversation {
  readonly id: string;
  /** Its title, else its beginning. */
  readonly title: string;
  /** When it began, in milliseconds since 1970. */
  readonly at?: number;
  /** How often the person spoke. */
  readonly prompts: number;
}

export interface Conversations {
  readonly all: readonly Conversation[];
  /** They follow each other in one log, so that all of them can be read as one, too. */
  readonly canBeOne: boolean;
}

/** Says which conversation is to be read: its id, or undefined for what is read where nobody is asked. */
export type ChooseConversation = (conversations: Conversations) => Promise<string | undefined>;
