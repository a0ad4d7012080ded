import { nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { repeat } from 'lit/directives/repeat.js';
import { html } from '../base/html.ts';
import type { SessionView } from '../../shared/chatView.ts';
import { titleParts } from '../../shared/branchTitle.ts';
import { formatAge, formatCount } from '../../shared/format.ts';
import { accepted } from '../hostConnection.ts';
import { lineField } from '../base/lineField.ts';
import { icon, iconButton, linkButton } from '../base/icon.ts';
import { LightElement } from '../base/lightElement.ts';
import type { ChatHost } from './chatHost.ts';
import { inOrder } from './inOrder.ts';
import { sessionsStyle } from './sessionsStyle.ts';

/**
 * The list of all sessions, which covers the thread. Sessions can be searched, opened, renamed, deleted and restored.
 * Fires `closed`.
 */
@customElement('lt-sessions')
export class Sessions extends LightElement {
  static override styles = sessionsStyle;

  @property({ attribute: false }) host!: ChatHost;
  /** The id of the session that the chat shows. When another session is shown, the list is loaded again. */
  @property() shown = '';
  @state() private sessions: readonly SessionView[] | undefined;
  @state() private query = '';
  @state() private renaming: string | undefined;
  private loading: Promise<void> | undefined;
  private readonly list = inOrder((query: string) => this.host.ask({ type: 'listSessions', query }));

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('shown')) this.loading = this.load();
  }

  protected override firstUpdated(): void {
    this.querySelector<HTMLInputElement>('.tools input')?.focus();
  }

  override render(): TemplateResult {
    const usable = this.sessions?.filter(({ isTrashed }) => !isTrashed) ?? [];
    const trashed = this.sessions?.filter(({ isTrashed }) => isTrashed) ?? [];
    return html`<div class="tools">
        <input
          class="text-input"
          type="search"
          placeholder="Search sessions"
          dir="auto"
          aria-label="Search sessions"
          .value=${this.query}
          @input=${this.search}
          @keydown=${this.onSearchKey}
        />
        ${iconButton({ icon: 'close', label: 'Close sessions (Escape)', onClick: this.close })}
      </div>
      <div class="ways-in">
        ${linkButton('New session', () => this.leaveFor({ type: 'run', command: 'newSession' }))}
        ${linkButton('Other agents…', () => this.leaveFor({ type: 'run', command: 'otherAgents' }))}
        ${linkButton('Continue in a new session', () => this.leaveFor({ type: 'run', command: 'continueInNewSession' }))}
        ${linkButton('Open a transcript…', () => this.leaveFor({ type: 'run', command: 'openTranscript' }))}
      </div>
      ${this.sessions?.length === 0 ? html`<p class="none muted">${this.query === '' ? 'No session yet.' : 'No session matches.'}</p>` : nothing}
      <ul aria-label="Sessions" @keydown=${this.onListKey}>
        ${repeat(usable, idOf, (session) => this.row(session))}
        ${trashed.length === 0 ? nothing : html`<li class="heading" role="presentation"><h2>Trash</h2></li>`}
        ${repeat(trashed, idOf, (session) => this.trashedRow(session))}
      </ul>`;
  }

  private row(session: SessionView): TemplateResult {
    if (this.renaming === session.id) return this.renameRow(session);
    const { isCurrent, isSubagent, isBranch } = session;
    const [name, mark] = titleParts(session.title);
    return html`<li
      data-id=${session.id}
      class=${classMap({ current: isCurrent, under: isSubagent || isBranch })}
    >
      <button
        class="open"
        aria-current=${isCurrent ? 'true' : nothing}
        title="${session.title}
${remarksOn(session)}${session.keptBy ?? formatCount(session.messageCount, 'message')}"
        @click=${() => this.leaveFor({ type: 'switchSession', session: session.id })}
      >
        <span class="name">
          <span class="one-line" dir="auto"
            >${isBranch ? icon('git-branch') : nothing}${session.isLocked ? icon('lock') : nothing}
            ${name}</span
          >
          ${mark}
        </span>
        ${session.keptBy === undefined ? nothing : keptNote(session.keptBy, session.isLive === true)}
        <span class="figure muted">${formatAge(session.updatedAt, Date.now())}</span>
      </button>
      ${session.keptBy === undefined ? this.ownButtons(session) : nothing}
    </li>`;
  }

  private ownButtons(session: SessionView): TemplateResult {
    return html`<span class="buttons">
      ${iconButton({
        icon: 'edit',
        label: `Rename ${session.title}`,
        onClick: () => void this.startRename(session.id),
      })}
      ${iconButton({
        icon: 'trash',
        label: `Delete ${session.title}`,
        onClick: () => void this.change({ type: 'deleteSession', session: session.id }),
      })}
    </span>`;
  }

  private trashedRow(session: SessionView): TemplateResult {
    return html`<li>
      <span class="open muted"><span class="one-line" dir="auto">${session.title}</span></span>
      ${iconButton({
        icon: 'discard',
        label: `Restore ${session.title}`,
        onClick: () => void this.change({ type: 'restoreSession', session: session.id }),
      })}
    </li>`;
  }

  private renameRow(session: SessionView): TemplateResult {
    const finish = async (title = '', hadFocus = true): Promise<void> => {
      if (this.renaming === session.id) await this.rename(session, title, hadFocus);
    };
    const field = { label: 'New name', text: session.title, mostCharacters: 200, finish, endsOnBlur: true };
    return html`<li>${lineField(field)}</li>`;
  }

  private async startRename(id: string): Promise<void> {
    this.renaming = id;
    await this.updateComplete;
    this.querySelector<HTMLInputElement>('.line-field')?.select();
  }

  /**
   * Renames a session and ends the editing. If the field had the focus, moves the focus to the row. If the host refuses
   * the name, the name stays in the field.
   */
  private async rename({ id, title: old }: SessionView, title: string, hadFocus: boolean): Promise<void> {
    const isNew = title !== '' && title !== old;
    if (isNew && !(await this.change({ type: 'renameSession', session: id, title }))) return;
    if (this.renaming !== id) return;
    this.renaming = undefined;
    await this.updateComplete;
    if (hadFocus) this.querySelector<HTMLElement>(`li[data-id="${id}"] button.open`)?.focus();
  }

  /** Requests a change and reloads the list. Returns whether the host carried the change out. */
  private async change(request: Parameters<ChatHost['tell']>[0]): Promise<boolean> {
    const isDone = await accepted(this.host.ask(request), this.host.showError);
    await this.load();
    return isDone;
  }

  private async load(): Promise<void> {
    const { query } = this;
    try {
      const sessions = await this.list(query);
      if (sessions !== undefined && query === this.query) this.sessions = sessions;
    } catch (error) {
      this.host.showError(error);
    }
  }

  private readonly search = (event: InputEvent): void => {
    this.query = (event.target as HTMLInputElement).value;
    this.loading = this.load();
  };

  private readonly close = (): void => {
    this.dispatchEvent(new CustomEvent('closed'));
  };

  private leaveFor(request: Parameters<ChatHost['tell']>[0]): void {
    this.host.tell(request);
    this.close();
  }

  private readonly onSearchKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && !event.isComposing) void this.openFirst();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    this.querySelector<HTMLElement>('button.open')?.focus();
  };

  /** Opens the first matching session, once the list for the typed words has been loaded. */
  private async openFirst(): Promise<void> {
    const { query } = this;
    await this.loading;
    const first = this.sessions?.find(({ isTrashed }) => !isTrashed);
    if (query === this.query && this.isConnected && first !== undefined)
      this.leaveFor({ type: 'switchSession', session: first.id });
  }

  private readonly onListKey = (event: KeyboardEvent): void => {
    const rows = [...this.querySelectorAll<HTMLElement>('button.open')];
    const index = rows.indexOf(event.target as HTMLElement);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (index < 0 || step === 0) return;
    event.preventDefault();
    rows[index + step]?.focus();
  };
}

function idOf({ id }: SessionView): string {
  return id;
}

/** Draws the text of `keptByWords`, with a dot before it if the session is live. */
function keptNote(keptBy: string, isLive: boolean): TemplateResult {
  return html`<span class="kept muted one-line" title=${keptBy}>
    ${isLive ? icon('circle-filled') : nothing} ${keptBy}
  </span>`;
}

/** Returns remarks on a session, e.g. `open in another window, `. Each remark ends with a comma, since words follow. */
function remarksOn({ isSubagent, isBranch, isInAgent, isLocked }: SessionView): string {
  return [
    ...(isSubagent ? ['Subagent, '] : []),
    ...(isBranch ? ['Branch of another session, '] : []),
    ...(isInAgent ? ['in the editor’s agent, '] : []),
    ...(isLocked ? ['open in another window, '] : []),
  ].join('');
}
