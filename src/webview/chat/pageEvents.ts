import type { ChatHost } from './chatHost.ts';

/** The maximum number of characters of a selection that is offered as a rule. A longer selection is cut off. */
const MOST_CHARACTERS = 2_000;

interface PageListener extends Pick<ChatHost, 'ask'> {
  readonly onKey: (event: KeyboardEvent) => void;
  /** Called when the page is about to be unloaded. */
  readonly keep: () => void;
}

/**
 * Listens to events of the page. Tells the host whether the page has the focus, so that the chat's keybindings work
 * only while the page has the focus. VS Code's own `focusedView` is not set while the focus is inside a webview.
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

/** Hides keys, e.g. Enter and Escape, from the chat while an input method is composing a word. */
function leaveToInputMethod(event: KeyboardEvent): void {
  if (event.isComposing) event.stopPropagation();
}

/** Passes the selected text to VS Code when a context menu opens. A command of the menu keeps the text as a rule. */
export function offerSelection(): void {
  // Listens in the capture phase, so that the text is set before VS Code's listener reads `data-vscode-context`.
  document.addEventListener('contextmenu', tellSelection, { capture: true });
}

function tellSelection(): void {
  const selection = document.getSelection();
  const text = selection?.toString().trim().slice(0, MOST_CHARACTERS) ?? '';
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
