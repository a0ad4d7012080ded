import { nothing, type TemplateResult } from 'lit';
import { editorKeys } from './fieldKeys.ts';
import { html } from './html.ts';

interface LineField {
  readonly label: string;
  readonly text: string;
  readonly mostCharacters?: number;
  /** Takes what stands there, nothing after Escape; `goesOn` where the person goes on by keys. */
  readonly finish: (text?: string, goesOn?: boolean) => unknown;
  readonly endsOnBlur?: boolean;
}

/** A field in which a line is changed. */
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
      if (endsOnBlur === true && !readOnly) finish(value.trim(), false);
    }}
  />`;
}
