import type { ChatHost } from './chatHost.ts';

interface PageListener extends Pick<ChatHost, 'ask'> {
  readonly onKey: (event: KeyboardEvent) => void;
  /** The page goes. */
  readonly keep: () => void;
}

/**
 * Listens to the page as long as there is one. The host is told whether the page has the focus: the editor's own
 * `focusedView` knows nothing of what happens inside a webview, and keys of the chat are to hold there alone.
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

/** While an input method puts a word together, Enter and Escape are its own: no part of the chat hears them. */
function leaveToInputMethod(event: KeyboardEvent): void {
  if (event.isComposing) event.stopPropagation();
}
