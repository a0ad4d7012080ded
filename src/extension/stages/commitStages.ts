import type * as vscode from 'vscode';
import type { Logger } from '../../core/ports.ts';
import { watchRepositories, type GitRepository, type Head } from '../git.ts';
import type { SessionHost } from '../sessions/sessionHost.ts';
import type { LiveSettings } from '../settings/liveSettings.ts';
import { finishStage } from './finishStage.ts';
import { ownCommit } from './ownCommit.ts';
import { messageOf } from '../../core/text/messageOf.ts';

/** The minimum number of messages that a session needs before a commit ends its stage. */
const LEAST_MESSAGES = 4;

interface CommitStagesOptions {
  readonly sessions: SessionHost;
  readonly settings: LiveSettings;
  readonly logger: Logger;
}

/**
 * Ends the stage of the session in Longthread's own chat at each local commit in a repository of the workspace, if
 * `stages.byCommit` is on.
 */
export function stagesByCommit(options: CommitStagesOptions): vscode.Disposable {
  return watchRepositories((repository) => {
    const { state } = repository;
    let known = state.HEAD;
    return state.onDidChange(() => {
      const before = known;
      known = state.HEAD;
      finishWithCommit(repository, { before, now: known }, options).catch((error: unknown) =>
        options.logger.warn(`a commit could not end the stage: ${messageOf(error)}`, error),
      );
    });
  });
}

async function finishWithCommit(
  repository: GitRepository,
  { before, now }: { readonly before: Head | undefined; readonly now: Head | undefined },
  { sessions, settings }: CommitStagesOptions,
): Promise<void> {
  const session = sessions.current;
  if (before?.commit === now?.commit) return;
  if (!settings.current.stagesByCommit || session === undefined || session.live.log.isReadOnly) return;
  const commit = await ownCommit(before, now, (ref) => repository.getCommit(ref));
  if (commit === undefined) return;
  // A commit made while the model works belongs to the running turn, so the stage ends after the turn.
  await session.conversation.settled();
  if (session.live.session.messages.length < LEAST_MESSAGES) return;
  const subject = commit.message.split('\n')[0]?.trim() ?? '';
  await finishStage(session.live, { by: 'commit', title: subject === '' ? undefined : subject });
}
