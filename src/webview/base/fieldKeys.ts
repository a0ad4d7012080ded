type OnKey = (event: KeyboardEvent) => Promise<void>;

/**
 * Returns a key handler for a field that edits something. It calls `finish` with the trimmed text on Enter, and with
 * undefined on Escape. Neither key reaches elements around the field.
 */
export function editorKeys(finish: (text: string | undefined) => unknown): OnKey {
  return async (event) => {
    if (isOther(event)) return;
    consume(event);
    const input = event.target as HTMLInputElement;
    if (event.key === 'Escape') finish(undefined);
    else await withFieldLocked(input, () => finish(input.value.trim()));
  };
}

/**
 * Returns a key handler for a field that adds something. Enter passes the text to `add`, and empties the field if `add`
 * returns true. Escape empties the field. If the field is already empty, Escape is left to the elements around it.
 */
export function adderKeys(add: (text: string) => Promise<boolean>): OnKey {
  return async (event) => {
    const input = event.target as HTMLInputElement;
    if (isOther(event) || (event.key === 'Escape' && input.value === '')) return;
    consume(event);
    const text = event.key === 'Escape' ? '' : input.value.trim();
    if (event.key === 'Enter' && text === '') return;
    await withFieldLocked(input, async () => {
      if (text === '' || (await add(text))) input.value = '';
    });
  };
}

/** Returns whether a key is neither Enter nor Escape, or belongs to an input method that is composing a word. */
function isOther({ key, isComposing }: KeyboardEvent): boolean {
  return isComposing || (key !== 'Enter' && key !== 'Escape');
}

function consume(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Makes the field read-only until `work` is done. Does nothing while earlier work is running. */
async function withFieldLocked(input: HTMLInputElement, work: () => unknown): Promise<void> {
  if (input.readOnly) return;
  input.readOnly = true;
  try {
    await work();
  } finally {
    input.readOnly = false;
  }
}
