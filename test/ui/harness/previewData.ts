import type { PreviewView } from '../../../src/shared/panelView.ts';
import { newest } from './panelData.ts';

/** More rows than a page can hold: a message a row, the small ones at the end. */
const manyRows: PreviewView['items'] = Array.from({ length: 400 }, (_, index) => ({
  id: `m${500 + index}`,
  label: `“Step ${index + 1} of the long afternoon”`,
  from: 'verbatim',
  to: 'evicted',
  tokensBefore: 5,
  tokensAfter: 0,
  lines: [],
}));

export const preview: PreviewView = {
  strategy: 'hybrid',
  tokensBefore: 112_400,
  tokensAfter: 61_900,
  mostTokensWithSummary: 65_100,
  messagesBefore: 504,
  messagesAfter: 96,
  unchangedCount: 95,
  passes: newest.passes.slice(0, 3),
  items: [
    {
      id: 'm60',
      label: 'read_file src/stations/import.ts',
      from: 'verbatim',
      to: 'stub',
      tokensBefore: 18_400,
      tokensAfter: 22,
      lines: [],
    },
    {
      id: 'm64',
      label: 'run npm run chart',
      from: 'verbatim',
      to: 'excerpt',
      tokensBefore: 9_700,
      tokensAfter: 310,
      lines: [],
    },
    {
      id: 'm2',
      label: 'Heights are in metres. Never round them before the chart is drawn.',
      from: 'verbatim',
      to: 'constraint',
      tokensBefore: 46,
      tokensAfter: 12,
      lines: ['“Never round them before the chart is drawn.”'],
    },
    {
      id: 'm14',
      label: 'The jump comes from interpolate().',
      from: 'verbatim',
      to: 'told',
      tokensBefore: 240,
      tokensAfter: 19,
      lines: ['src/interpolate.ts: edited'],
    },
    ...manyRows,
    {
      id: 'record',
      label: 'Notes: Requests, Files',
      to: 'record',
      tokensBefore: 0,
      tokensAfter: 2_100,
      lines: [],
    },
  ],
};
