import type { MessageId } from '../session/entry.ts';
import type { CodeBlock } from './codeBlocks.ts';
import type { PlanItem } from './callFacts.ts';
import type { NamedLine } from './namedLine.ts';
import type { Name, NameTable } from './nameTable.ts';
import type { ToldSentence } from './told.ts';

/** Where something stood; `at` is the position of the newest message. */
export interface Place {
  readonly at: number;
  readonly ids: readonly MessageId[];
}

export interface BlockEvidence extends Place {
  readonly block: CodeBlock<Name>;
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
  readonly line: NamedLine<Name>;
  /** All names of its arguments, the line's among them. */
  readonly names: readonly Name[];
  readonly isCommand: boolean;
  readonly runs: number;
  /** Of the newest run that answered. */
  readonly isFailure: boolean;
  readonly exitCode?: number;
  readonly outcome?: string;
  readonly blocks: readonly CodeBlock<Name>[];
}

export interface ErrorEvidence extends Place {
  readonly line: NamedLine<Name>;
  /** What failed: a command's line, a path or a tool. */
  readonly of: string;
  readonly isFixed: boolean;
}

/** Code or text that stood in a message under no path. */
export interface PassageEvidence extends Place {
  readonly by: 'assistant' | 'person';
  readonly blocks: readonly CodeBlock<Name>[];
}

export type ToldEvidence = ToldSentence<Name> & Place;

export interface PlanEvidence {
  readonly items: readonly PlanItem[];
  readonly id: MessageId;
}

/** All that the messages say, merged; what the ledger selects from. */
export interface Evidence {
  readonly messageCount: number;
  /** Characters of all messages. */
  readonly length: number;
  readonly names: NameTable;
  readonly files: readonly FileEvidence[];
  readonly runs: readonly RunEvidence[];
  readonly errors: readonly ErrorEvidence[];
  readonly told: readonly ToldEvidence[];
  readonly passages: readonly PassageEvidence[];
  readonly plan?: PlanEvidence;
}
