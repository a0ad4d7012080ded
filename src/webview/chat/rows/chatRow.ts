import { html, type TemplateResult } from 'lit';
import type { ChatRow, NoticeRow } from '../../../shared/chatView.ts';
import { formatTokens } from '../../../shared/format.ts';
import { icon } from '../../base/icon.ts';
import type { ChatHost } from '../chatHost.ts';
import './assistantRow.ts';
import './compactionRow.ts';
import './errorRow.ts';
import './toolRow.ts';
import './userRow.ts';

/** One row of the thread. */
export function chatRow(row: ChatRow, host: ChatHost): TemplateResult {
  switch (row.type) {
    case 'user':
      return html`<lt-user-row .row=${row} .host=${host}></lt-user-row>`;
    case 'assistant':
      return html`<lt-assistant-row .row=${row} .host=${host}></lt-assistant-row>`;
    case 'tool':
      return html`<lt-tool-row .row=${row} .host=${host}></lt-tool-row>`;
    case 'compaction':
      return html`<lt-compaction-row .row=${row} .host=${host}></lt-compaction-row>`;
    case 'error':
      return html`<lt-error-row .row=${row} .host=${host}></lt-error-row>`;
    case 'notice':
      return html`<div class="row muted">${icon(noticeIcons[row.kind])} ${row.text}</div>`;
  }
}

const noticeIcons: Readonly<Record<NoticeRow['kind'], string>> = {
  stage: 'milestone',
  model: 'chip',
  rewind: 'discard',
  report: 'info',
};

/** What a screen reader calls a row. */
export function labelOfRow(row: ChatRow): string {
  switch (row.type) {
    case 'user':
      return row.clientLabel ?? `You: ${start(row.text)}`;
    case 'assistant':
      return `Answer: ${start(row.markdown)}`;
    case 'tool':
      return `Tool ${row.name} ${start(row.mainArgument)}, ${row.status}, ${row.outcome}`;
    case 'compaction':
      return `Compacted ${formatTokens(row.tokensBefore)} to ${formatTokens(row.tokensAfter)} tokens, ${row.state}`;
    case 'error':
      return `Error: ${row.sentence}`;
    case 'notice':
      return row.text;
  }
}

/** A first guess in pixels, before a row is measured; good guesses keep the scroll bar calm. */
export function estimateRowHeight(row: ChatRow): number {
  switch (row.type) {
    case 'user':
      return 60 + 19 * Math.ceil(row.text.length / 45);
    case 'assistant':
      return 30 + 19 * Math.ceil(row.markdown.length / 45);
    case 'tool':
      return 22;
    case 'compaction':
      return 52;
    default:
      return 30;
  }
}

function start(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
