type OnKey = (event: KeyboardEvent) => Promise<void>;

/**
 * Handles keys of a field that edits something: calls `finish` with the trimmed text on Enter, with undefined on
 * Escape. Neither key reaches elements around the field.
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
 * Handles keys of a field that adds something: Enter passes the text to `add` and empties the field if it returns true;
 * Escape empties the field. In an empty field, Escape is left to the elements around it.
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
