import type { CodeBlock } from './codeBlocks.ts';

export type FileOperation = 'read' | 'edited' | 'wrote' | 'deleted' | 'searched';

/** What a call did with one file. */
export interface FileTouch {
  readonly path: string;
  readonly operation: FileOperation;
  /** First and last line, from 1, where the call named them. */
  readonly range?: readonly [number, number];
  /** What the call wrote. */
  readonly code: readonly CodeBlock[];
}
