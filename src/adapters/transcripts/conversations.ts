/** One of the conversations in a file. */
export interface Conversation {
  readonly id: string;
  /** The title, or the beginning of the conversation if the format has no titles. May be empty. */
  readonly title: string;
  /** When the conversation began, in milliseconds since 1970. */
  readonly at?: number;
  /** The number of the person's messages. */
  readonly prompts: number;
}

export interface Conversations {
  readonly all: readonly Conversation[];
  /** Whether the conversations follow each other in the file and can be read as one conversation. */
  readonly canBeOne: boolean;
}

/**
 * Chooses the conversation to read and returns its id. The result undefined stands for all conversations as one if
 * `canBeOne` is true, and for the longest conversation if `canBeOne` is false.
 */
export type ChooseConversation = (conversations: Conversations) => Promise<string | undefined>;
