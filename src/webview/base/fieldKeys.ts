type OnKey = (event: KeyboardEvent) => Promise<void>;

/**
 * The keys of a field in which something is changed: Enter is done with what stands there, Escape with nothing. Neither
 * goes further.
 */
export function editorKeys(finish: (text: string | undefined) => unknown): OnKey {
  return async (event) => {
    if (isOther(event)) return;
    take(event);
    const input = event.target as HTMLInputElement;
    if (event.key === 'Escape') finish(undefined);
    else await whileHeld(input, () => finish(input.value.trim()));
  };
}

/**
 * The keys of a field in which something is added: Enter hands it over, and the field is empty once that was accepted;
 * Escape empties it, and goes on to whatever the field stands in where there is nothing in it.
 */
export function adderKeys(add: (text: string) => Promise<boolean>): OnKey {
  return async (event) => {
    const input = event.target as HTMLInputElement;
    if (isOther(event) || (event.key === 'Escape' && input.value === '')) return;
    take(event);
    const text = event.key === 'Escape' ? '' : input.value.trim();
    if (event.key === 'Enter' && text === '') return;
    await whileHeld(input, async () => {
      if (text === '' || (await add(text))) input.value = '';
    });
  };
}

/** An Enter or Escape that an input method takes for a word is not meant for the field. */
function isOther({ key, isComposing }: KeyboardEvent): boolean {
  return isComposing || (key !== 'Enter' && key !== 'Escape');
}

function take(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** What was handed over is neither changed nor handed over again before it was answered. */
async function whileHeld(input: HTMLInputElement, work: () => unknown): Promise<void> {
  if (input.readOnly) return;
  input.readOnly = true;
  try {
    await work();
  } finally {
    input.readOnly = false;
  }
}
