/**
 * Keeps the focus in the page. When the focused control disappears or is disabled, e.g. a button that was just pressed,
 * focuses the nearest element around it that takes the focus, such as the row of a list or the message field. If there
 * is none, focuses the first match of `fallback`. Otherwise, the next keys would reach nothing.
 */
export function keepFocus(fallback: string): void {
  /** The element that had the focus last and the elements around it, from the inside out. */
  let path: readonly HTMLElement[] = [];
  let timer = 0;

  const restore = (): void => {
    const [lost, ...around] = path;
    // A page that is not in use must not take the focus from the editor.
    if (lost === undefined || document.activeElement !== document.body || !document.hasFocus()) return;
    path = [];
    // The person gave up the focus, e.g. by a click beside all controls.
    if (takesFocus(lost)) return;
    for (const element of [...around, document.querySelector<HTMLElement>(fallback)]) {
      if (element !== null && takesFocus(element)) element.focus({ preventScroll: true });
      if (document.activeElement !== document.body) return;
    }
  };
  /** Waits until the view is drawn, since the view may focus another element itself. */
  const restoreSoon = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(restore);
  };

  document.addEventListener('focusin', ({ target }) => {
    path = target instanceof HTMLElement ? withParents(target) : [];
  });
  document.addEventListener('focusout', restoreSoon);
  new MutationObserver(() => {
    if (path.length > 0 && document.activeElement === document.body) restoreSoon();
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}

function withParents(element: HTMLElement): readonly HTMLElement[] {
  const parent = element.parentElement;
  return [element, ...(parent === null ? [] : withParents(parent))];
}

/** Returns whether an element is in the page and not disabled. */
function takesFocus(element: HTMLElement): boolean {
  return element.isConnected && !element.matches('[disabled]');
}
