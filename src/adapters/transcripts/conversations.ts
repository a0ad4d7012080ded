/** One of the conversations in a file. */
export interface Conversation {
  readonly id: string;
  /** The title, or the beginning of the conversation if there is no title. */
  readonly title: string;
  /** When the conversation began, in milliseconds since 1970. */
  readonly at?: number;
  /** The number of the person's messages. */
  readonly prompts: number;
}

export interface Conversations {
  readonly all: readonly Conversation[];
  /** Whether all conversations are consecutive in one log and can be read as one. */
  readonly canBeOne: boolean;
}

/** Chooses the conversation to read: returns its id, or undefined for the default. */
export type ChooseConversation = (conversations: Conversations) => Promise<string | undefined>;
