import { nothing, type TemplateResult } from 'lit';
import { editorKeys } from './fieldKeys.ts';
import { html } from './html.ts';

interface LineField {
  readonly label: string;
  readonly text: string;
  readonly mostCharacters?: number;
  /** Receives the trimmed text, or undefined after Escape. `hadFocus` is false if editing ended by losing the focus. */
  readonly finish: (text?: string, hadFocus?: boolean) => unknown;
  /** Whether editing also ends when the field loses the focus. */
  readonly endsOnBlur?: boolean;
}

/** Draws a field to edit one line of text. */
export function lineField({ label, text, mostCharacters, finish, endsOnBlur }: LineField): TemplateResult {
  return html`<input
    class="text-input line-field"
    dir="auto"
    aria-label=${label}
    maxlength=${mostCharacters ?? nothing}
    .value=${text}
    @keydown=${editorKeys(finish)}
    @blur=${({ target }: Event) => {
      const { value, readOnly } = target as HTMLInputElement;
      // `editorKeys` makes the field read-only while `finish` handles the text after Enter. During this time, a lost
      // focus must not call `finish` again.
      if (endsOnBlur === true && !readOnly) finish(value.trim(), false);
    }}
  />`;
}
