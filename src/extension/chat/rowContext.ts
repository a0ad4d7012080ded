import type { ShownTokens } from '../../core/context/gauge.ts';
import type { RowChanges } from './changeRows.ts';
import type { Treatments } from '../../core/context/project.ts';
import type { EntryId, SecretSpan } from '../../core/log/entry.ts';
import type { Session } from '../../core/log/session.ts';

/** A secret that is still masked, with its index among all secrets of its message. */
export interface HiddenSecret {
  readonly index: number;
  readonly span: SecretSpan;
}

/** Facts that a message's row depends on, in addition to the message. */
export interface RowContext {
  readonly session: Pick<Session, 'pinnedIds' | 'excludedIds' | 'messages'>;
  readonly tokens: ReadonlyMap<EntryId, number>;
  readonly shown?: ShownTokens;
  readonly treatments: Treatments;
  readonly secretsOf: (id: EntryId) => readonly HiddenSecret[];
  readonly isReadOnly: boolean;
  /** Whether another agent, e.g. Claude Code, works in the session. If so, no message can be edited here. */
  readonly isLed?: boolean;
  readonly isBusy: boolean;
  readonly changes: RowChanges;
}
