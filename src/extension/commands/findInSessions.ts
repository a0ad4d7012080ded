import * as vscode from 'vscode';
import type { MessageHit } from '../../adapters/store/messageSearch.ts';
import type { SessionHits } from '../../adapters/store/sessionStore.ts';
import { messageOf } from '../../core/text/messageOf.ts';
import { formatAge, shownTitle } from '../../shared/format.ts';
import type { ChatView } from '../chat/chatView.ts';
import { Debounced } from '../observations/debounced.ts';
import type { Parts } from '../parts.ts';
import { asLabel } from '../asking/plainTexts.ts';

/** The debounce of typing, in milliseconds. */
const TYPING_MS = 200;

const SPEAKERS: Readonly<Record<MessageHit['role'], string>> = {
  user: 'you',
  assistant: 'the assistant',
  tool: 'a tool',
};

interface FoundItem extends vscode.QuickPickItem {
  /** The message of the hit. Absent for a session's separator and for an error. */
  readonly at?: { readonly session: string; readonly message: string };
}

/**
 * Searches all sessions while the person types, and shows the message that they choose. If `query` is a text, begins
 * with a search for it.
 */
export async function findInSessions(
  query: unknown,
  { parts, chat }: { readonly parts: Parts; readonly chat: Pick<ChatView, 'showMessage'> },
): Promise<void> {
  const { session, message } = await chooseHit(typeof query === 'string' ? query : '', parts);
  await parts.sessions.open(session);
  if (await chat.showMessage(message)) return;
  throw new Error('This message is no longer in the thread, since you went back to an earlier one.');
}

function chooseHit(query: string, parts: Parts): Promise<NonNullable<FoundItem['at']>> {
  const picker = vscode.window.createQuickPick<FoundItem>();
  const search = new Search(picker, parts);
  picker.title = 'Find in All Sessions';
  picker.placeholder = 'Words, a file, a command or an error; put phrases "in quotes"';
  return new Promise((resolve, reject) => {
    picker.onDidChangeValue(() => search.schedule());
    picker.onDidAccept(() => {
      const at = picker.selectedItems[0]?.at;
      if (at === undefined) return;
      resolve(at);
      picker.hide();
    });
    picker.onDidHide(() => {
      search.stop();
      picker.dispose();
      reject(new vscode.CancellationError());
    });
    picker.value = query;
    picker.show();
    search.schedule();
  });
}

/** Runs one search at a time, and lists the hits of each session as they are found. New words stop the search. */
class Search {
  readonly #picker: vscode.QuickPick<FoundItem>;
  readonly #parts: Parts;
  readonly #typing: Debounced;
  #running = new AbortController();
  #words: string | undefined;

  constructor(picker: vscode.QuickPick<FoundItem>, parts: Parts) {
    this.#picker = picker;
    this.#parts = parts;
    this.#typing = new Debounced(TYPING_MS, () => void this.#run().catch(this.#showFailure));
  }

  /**
   * Schedules a search, unless the words are unchanged: the editor fires `onDidChangeValue` even for a value that we
   * set.
   */
  schedule(): void {
    if (this.#picker.value === this.#words) return;
    this.#words = this.#picker.value;
    this.#running.abort();
    this.#typing.call();
  }

  stop(): void {
    this.#running.abort();
    this.#typing.dispose();
  }

  readonly #showFailure = (error: unknown): void => {
    const why = messageOf(error);
    this.#parts.services.logger.warn(`the sessions could not be searched: ${why}`, error);
    if (this.#running.signal.aborted) return;
    this.#picker.busy = false;
    this.#picker.items = [
      { label: 'The sessions could not be searched', description: why, alwaysShow: true },
    ];
  };

  async #run(): Promise<void> {
    const { sessions, services } = this.#parts;
    const { signal } = (this.#running = new AbortController());
    const picker = this.#picker;
    picker.busy = true;
    let items: readonly FoundItem[] = [];
    for await (const hits of sessions.find(picker.value, signal)) {
      if (signal.aborted) return;
      items = [...items, ...itemsOf(hits, services.clock.now())];
      picker.items = items;
    }
    if (signal.aborted) return;
    picker.items = items;
    picker.busy = false;
  }
}

function itemsOf({ session, messages }: SessionHits, now: number): readonly FoundItem[] {
  const age = session.lastUsedAt === undefined ? '' : ` · ${formatAge(session.lastUsedAt, now)}`;
  return [
    {
      label: `${shownTitle(session.title)}${session.keptBy === undefined ? '' : ` · ${session.keptBy.agent}`}${age}`,
      kind: vscode.QuickPickItemKind.Separator,
    },
    ...messages.map(({ id, at, role, excerpt }) => ({
      label: asLabel(excerpt),
      // The speaker and the age are below the excerpt, since they do not fit beside it in a narrow window.
      detail: `${SPEAKERS[role]}, ${formatAge(at, now)}`,
      alwaysShow: true,
      at: { session: session.id, message: id },
    })),
  ];
}
