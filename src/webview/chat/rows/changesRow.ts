import { css, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { html } from '../../base/html.ts';
import type { ChangedFileView, ChangesRow, FileChangeView } from '../../../shared/chatView.ts';
import { icon, iconButton, linkButton } from '../../base/icon.ts';
import type { ChatHost } from '../chatHost.ts';
import { changesLabel, stateWords } from './labelOfRow.ts';
import { OpenableRow } from './openableRow.ts';
import { rowStyle } from './rowStyle.ts';

/**
 * The files that a turn changed, in one line. A click compares all files with their earlier texts. If there are several
 * files, each file can also be kept or undone alone.
 */
@customElement('lt-changes-row')
export class ChangesRowElement extends OpenableRow {
  static override styles = [
    rowStyle,
    css`
      lt-changes-row ul {
        padding: 0 0 4px 22px;
      }
      lt-changes-row .icon-button {
        vertical-align: middle;
      }
      lt-changes-row li {
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) row!: ChangesRow;

  override render(): TemplateResult {
    const { row, host, isOpen } = this;
    const title = `Compare with the earlier text:\n${row.files.map(({ name }) => name).join('\n')}`;
    return html`<div class="row muted">
      ${icon('diff-multiple')}
      <button type="button" class="link-button" data-primary title=${title} @click=${this.compare}>
        ${changesLabel(row)}
      </button>
      ${changeActions(host, row.id, row)}
      ${
        row.files.length > 1
          ? iconButton({
              icon: isOpen ? 'chevron-up' : 'chevron-down',
              label: isOpen ? 'Hide the files' : 'Show the files one by one',
              isExpanded: isOpen,
              onClick: this.toggle,
            })
          : nothing
      }
      ${
        isOpen
          ? html`<ul>
              ${row.files.map((file) => this.file(file))}
            </ul>`
          : nothing
      }
    </div>`;
  }

  private file(file: ChangedFileView): TemplateResult {
    const compare = (): void => this.host.tell({ type: 'openDiff', row: file.row });
    return html`<li>
      ${linkButton(file.name, compare, 'Compare with the earlier text')}${stateWords(file)}
      ${changeActions(this.host, file.row, file)}
    </li>`;
  }

  private readonly compare = (): void => this.host.tell({ type: 'openDiff', row: this.row.id });
}

/**
 * Draws the links for a change. The first link is Keep; it is missing if the change was already kept or undone. The
 * second link is Undo or, if the change was undone, Redo. Draws nothing if `canUndo` is false.
 */
function changeActions(
  host: ChatHost,
  row: string,
  { isUndone, isAccepted, canUndo }: FileChangeView,
): readonly unknown[] {
  if (!canUndo) return [];
  const action = (label: string, type: 'keepFiles' | 'undoFiles'): readonly unknown[] => [
    ' · ',
    linkButton(label, () => host.tell({ type, row })),
  ];
  return [
    ...(isUndone || isAccepted ? [] : action('Keep', 'keepFiles')),
    ...action(isUndone ? 'Redo' : 'Undo', 'undoFiles'),
  ];
}

/** Draws the buttons that keep, undo or redo a change. Draws nothing if `canUndo` is false. */
export function changeButtons(
  host: ChatHost,
  row: string,
  { isUndone, isAccepted, canUndo }: FileChangeView,
): readonly TemplateResult[] {
  if (!canUndo) return [];
  const keep = iconButton({
    icon: 'check',
    label: 'Keep: mark this change as reviewed',
    onClick: () => host.tell({ type: 'keepFiles', row }),
  });
  const undo = iconButton({
    icon: isUndone ? 'redo' : 'discard',
    label: isUndone ? 'Redo: apply the change again' : 'Undo: put the files back as they were before',
    onClick: () => host.tell({ type: 'undoFiles', row }),
  });
  return isUndone || isAccepted ? [undo] : [keep, undo];
}
