/** One of the conversations in a file. */
export interface Conversation {
  readonly id: string;
  /** The title; without one, the beginning of the conversation. */
  readonly title: string;
  /** When it began, in milliseconds since 1970. */
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
