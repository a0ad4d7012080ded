import type { TemplateResult } from 'lit';
import { html } from '../../base/html.ts';
import type { ChatRow, NoticeRow } from '../../../shared/chatView.ts';
import { icon } from '../../base/icon.ts';
import type { ChatHost } from '../chatHost.ts';
import './approvalRow.ts';
import './assistantRow.ts';
import './changesRow.ts';
import './compactionRow.ts';
import './errorRow.ts';
import './rewindRow.ts';
import './toolRow.ts';
import './userRow.ts';

/** Draws a row of the thread by its type. */
export function chatRow(row: ChatRow, host: ChatHost): TemplateResult {
  switch (row.type) {
    case 'user':
      return html`<lt-user-row .row=${row} .host=${host}></lt-user-row>`;
    case 'assistant':
      return html`<lt-assistant-row .row=${row} .host=${host}></lt-assistant-row>`;
    case 'tool':
      return html`<lt-tool-row .row=${row} .host=${host}></lt-tool-row>`;
    case 'changes':
      return html`<lt-changes-row .row=${row} .host=${host}></lt-changes-row>`;
    case 'compaction':
      return html`<lt-compaction-row .row=${row} .host=${host}></lt-compaction-row>`;
    case 'error':
      return html`<lt-error-row .row=${row} .host=${host}></lt-error-row>`;
    case 'rewind':
      return html`<lt-rewind-row .row=${row} .host=${host}></lt-rewind-row>`;
    case 'approval':
      return html`<lt-approval-row .row=${row} .host=${host}></lt-approval-row>`;
    case 'notice':
      return html`<div class="row muted">${icon(noticeIcons[row.kind])} ${row.text}</div>`;
  }
}

const noticeIcons: Readonly<Record<NoticeRow['kind'], string>> = {
  stage: 'milestone',
  model: 'chip',
  report: 'info',
};

/** Estimates a row's height in pixels before it is measured. Good estimates keep the scroll bar steady. */
export function estimateRowHeight(row: ChatRow): number {
  switch (row.type) {
    case 'user':
      return 60 + 19 * Math.ceil(row.text.length / 45);
    case 'assistant':
      return 30 + 19 * Math.ceil(row.markdown.length / 45);
    case 'tool':
      return 22;
    case 'compaction':
      return 40;
    case 'approval':
      return 150;
    default:
      return 30;
  }
}
