/** As much of a selection as makes a rule. */
const LONGEST = 2_000;

/** Hands the selected text to the editor's menu, which offers to keep it as a rule, with the row that it stands in. */
export function offerSelection(): void {
  // Before the editor's own listener, which reads what stands in the page when the menu is asked for.
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
