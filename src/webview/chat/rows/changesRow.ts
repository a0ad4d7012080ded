import { nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import type { ChangesRow, ChangeView } from '../../../shared/chatView.ts';
import { icon, iconButton, linkButton } from '../../base/icon.ts';
import { LightElement } from '../../base/lightElement.ts';
import type { ChatHost } from '../chatHost.ts';
import { changesLabel } from './labelOfRow.ts';
import { rowStyle } from './rowStyle.ts';

/** The files that a turn changed, in one line: a click compares them all. */
@customElement('lt-changes-row')
export class ChangesRowElement extends LightElement {
  static override styles = [rowStyle];

  @property({ attribute: false }) row!: ChangesRow;
  @property({ attribute: false }) host!: ChatHost;

  override render(): TemplateResult {
    const { row } = this;
    const title = `Compare with what stood there before:\n${row.files.join('\n')}`;
    return html`<div class="row muted">
      ${icon('diff-multiple')}
      <button type="button" class="link-button" data-primary title=${title} @click=${this.compare}>
        ${changesLabel(row)}
      </button>
      ${row.canUndo ? [' · ', linkButton(row.isUndone ? 'Change Again' : 'Undo', this.undo)] : nothing}
    </div>`;
  }

  private readonly compare = (): void => {
    this.host.tell({ type: 'openDiff', row: this.row.id });
  };

  private readonly undo = (): void => {
    this.host.tell({ type: 'undoFiles', row: this.row.id });
  };
}

/** Takes back what was done to files, or does it again. */
export function undoButton(
  host: ChatHost,
  row: string,
  { isUndone, canUndo }: ChangeView,
): TemplateResult | typeof nothing {
  if (!canUndo) return nothing;
  return iconButton({
    icon: isUndone ? 'redo' : 'discard',
    label: isUndone ? 'Change the files again' : 'Undo: put the files back as they were before',
    onClick: () => {
      host.tell({ type: 'undoFiles', row });
    },
  });
}
