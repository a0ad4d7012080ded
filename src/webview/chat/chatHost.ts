import type { ChatReplies, ChatRequest } from '../../shared/chatRequest.ts';
import type { HostConnection } from '../hostConnection.ts';
import type { MarkdownActions } from '../markdown/markdown.ts';
import type { Rows } from './rowMemory.ts';

/**
 * The actions that the elements of the chat use: ask the host, copy and insert text, open links, show sentences and
 * errors, and remember the state of a row.
 */
export interface ChatHost extends MarkdownActions {
  readonly ask: HostConnection<ChatRequest, ChatReplies>['ask'];
  /** Sends a request without waiting for the reply. A failure is shown in the view's message line. */
  readonly tell: (request: ChatRequest) => void;
  readonly show: (sentence: string) => void;
  readonly showError: (error: unknown) => void;
  readonly rows: Rows;
}

/** A long timeout, since the host answers a request that opens a dialog only after the person has closed the dialog. */
const dialogTimeoutMs = 600_000;

interface HostParts extends Pick<ChatHost, 'ask' | 'show' | 'showError' | 'rows'> {
  /** Announces a sentence to screen readers only. */
  readonly announce: (sentence: string) => void;
}

export function makeChatHost({ ask, show, showError, announce, rows }: HostParts): ChatHost {
  const tell = (request: ChatRequest): void => {
    ask(request, dialogTimeoutMs).catch(showError);
  };
  return {
    ask,
    tell,
    show,
    showError,
    copy: (text) => {
      tell({ type: 'copy', text });
      announce('Copied');
    },
    insert: (text) => tell({ type: 'insert', text }),
    openLink: (href) => tell({ type: 'openLink', href }),
    rows,
  };
}
