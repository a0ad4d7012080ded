/** One of several conversations that a file holds. */
export interface Conversation {
  readonly id: string;
  /** The title, or the beginning of the conversation without one. */
  readonly title: string;
  /** The time it began, in milliseconds since 1970. */
  readonly at?: number;
  /** The number of the person's messages. */
  readonly prompts: number;
}

export interface Conversations {
  readonly all: readonly Conversation[];
  /** Whether all of them follow each other in one log and can be read as one. */
  readonly canBeOne: boolean;
}

/** Chooses the conversation to read: returns its id, or undefined for the default. */
export type ChooseConversation = (conversations: Conversations) => Promise<string | undefined>;
