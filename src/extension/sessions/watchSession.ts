import * as vscode from 'vscode';
import type { ConversationEvent } from '../../core/chat/conversation.ts';
import type { Entry } from '../../core/log/entry.ts';
import type { OpenSession } from './openSession.ts';

/** Receives the events of the watched session. */
export interface SessionWatcher {
  /**
   * Called with the session to show: at first, after a switch to another session, and when the whole session must be
   * read again.
   */
  shown(session: OpenSession | undefined): void;
  /**
   * Called when `onDidChange` fires and the watched session is still the current one, e.g. after a change of its title
   * or lock, or when another session is being opened.
   */
  changed(session: OpenSession | undefined): void;
  appended(entry: Entry, session: OpenSession): void;
  happened(event: ConversationEvent, session: OpenSession): void;
}

/** The source of the session to watch: the SessionHost of Longthread's own chat, or the ActingSession. */
export interface WatchedSessions {
  readonly current: OpenSession | undefined;
  readonly onDidChange: vscode.Event<OpenSession | undefined>;
}

/**
 * Watches the current session. When another session becomes the current one, watches that one instead. The first call
 * of `shown` comes before this function returns.
 */
export function watchSession(sessions: WatchedSessions, watcher: SessionWatcher): vscode.Disposable {
  let watched: OpenSession | undefined;
  let stop: readonly (() => void)[] = [];

  const unwatch = (): void => {
    stop.forEach((each) => each());
    stop = [];
  };

  function watch(session: OpenSession | undefined): void {
    unwatch();
    watched = session;
    if (session !== undefined) {
      stop = [
        session.live.onAppend((entry) => watcher.appended(entry, session)),
        session.live.onReload(() => watcher.shown(session)),
        session.conversation.onEvent((event) => watcher.happened(event, session)),
      ];
    }
    watcher.shown(session);
  }

  watch(sessions.current);
  const following = sessions.onDidChange((session) => {
    if (session === watched) watcher.changed(session);
    else watch(session);
  });
  return vscode.Disposable.from(following, { dispose: unwatch });
}
