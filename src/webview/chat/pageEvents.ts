import type { ChatHost } from './chatHost.ts';

/** The longest selection, in characters, that can become a rule. */
const LONGEST = 2_000;

interface PageListener extends Pick<ChatHost, 'ask'> {
  readonly onKey: (event: KeyboardEvent) => void;
  /** Called when the page is about to be unloaded. */
  readonly keep: () => void;
}

/**
 * Listens to the page for as long as it exists. Tells the host whether the page has the focus, so that the chat's
 * keys work only there: the editor's own `focusedView` ignores the inside of a webview.
 */
export function listenToPage({ ask, onKey, keep }: PageListener): void {
  document.addEventListener('keydown', leaveToInputMethod, { capture: true });
  document.addEventListener('keydown', onKey);
  window.addEventListener('pagehide', keep);
  const tell = (hasFocus: boolean) => (): void => {
    ask({ type: 'focusChanged', hasFocus }).catch(() => undefined);
  };
  window.addEventListener('focus', tell(true));
  window.addEventListener('blur', tell(false));
  tell(document.hasFocus())();
}

/** Hides Enter and Escape from the chat while an input method composes a word. */
function leaveToInputMethod(event: KeyboardEvent): void {
  if (event.isComposing) event.stopPropagation();
}

/** Passes the selected text and its row to the editor's menu, which offers to keep it as a rule. */
export function offerSelection(): void {
  // Runs before the editor's own listener, which reads the page when the menu opens.
  document.addEventListener('contextmenu', tellSelection, { capture: true });
}

function tellSelection(): void {
  const selection = document.getSelection();
  const text = selection?.toString().trim().slice(0, LONGEST) ?? '';
  const { parentElement = null } = selection?.anchorNode ?? {};
  const row = parentElement?.closest<HTMLElement>('.item')?.dataset['id'];
  if (text === '') delete document.body.dataset['vscodeContext'];
  else
    document.body.dataset['vscodeContext'] = JSON.stringify({
      longthreadSelected: true,
      selection: text,
      ...(row === undefined ? {} : { row }),
    });
}
