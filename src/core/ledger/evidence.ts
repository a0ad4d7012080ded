import type { MessageId } from '../session/entry.ts';
import type { CodeBlock } from './codeBlocks.ts';
import type { PlanItem } from './callFacts.ts';
import type { NamedLine } from './namedLine.ts';
import type { ToldSentence } from './told.ts';

/** How often and by whom a name was used. */
export interface NameUse {
  /** Characters of the session up to its last use. */
  last: number;
  /** Messages of the assistant's or the person's that hold it. */
  written: number;
  byPerson: number;
  /** Definitions, sentences and outputs that hold it, within messages, too. */
  places: number;
  /** Results that hold it: of files that were read, and others. */
  read: number;
  seen: number;
  /** Characters of the session up to the last call on a file in which it stands; undefined where it stands in none. */
  touchedAt: number | undefined;
}

/** Where something stood; `at` is the position of the newest message. */
export interface Place {
  readonly at: number;
  readonly ids: readonly MessageId[];
}

export interface BlockEvidence extends Place {
  readonly block: CodeBlock;
  readonly isWritten: boolean;
}

export interface FileEvidence extends Place {
  readonly path: string;
  readonly edits: number;
  readonly reads: number;
  readonly isWritten: boolean;
  readonly isDeleted: boolean;
  /** Characters of the session up to the last call on it. */
  readonly touchedAt: number;
  readonly range?: readonly [number, number];
  /** Each definition once, the newest text of it. */
  readonly blocks: readonly BlockEvidence[];
}

/** A command, a search or another call on no file, each once. */
export interface RunEvidence extends Place {
  readonly line: NamedLine;
  /** All names of its arguments, the line's among them. */
  readonly names: readonly string[];
  readonly isCommand: boolean;
  readonly runs: number;
  /** Of the newest run that answered. */
  readonly isFailure: boolean;
  readonly exitCode?: number;
  readonly outcome?: string;
  readonly blocks: readonly CodeBlock[];
}

export interface ErrorEvidence extends Place {
  readonly line: NamedLine;
  /** What failed: a command's line, a path or a tool. */
  readonly of: string;
  readonly isFixed: boolean;
}

/** Code or text that stood in a message under no path. */
export interface PassageEvidence extends Place {
  readonly by: 'assistant' | 'person';
  readonly blocks: readonly CodeBlock[];
}

export type ToldEvidence = ToldSentence & Place;

export interface PlanEvidence {
  readonly items: readonly PlanItem[];
  readonly id: MessageId;
}

/** All that the messages say, merged; what the ledger selects from. */
export interface Evidence {
  readonly messageCount: number;
  /** Characters of all messages. */
  readonly length: number;
  readonly names: ReadonlyMap<string, NameUse>;
  readonly files: readonly FileEvidence[];
  readonly runs: readonly RunEvidence[];
  readonly errors: readonly ErrorEvidence[];
  readonly told: readonly ToldEvidence[];
  readonly passages: readonly PassageEvidence[];
  readonly plan?: PlanEvidence;
}
