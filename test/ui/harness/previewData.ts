import type { AskedCompaction } from '../../../src/shared/panelRequest.ts';
import type { Fate } from '../../../src/shared/fateWords.ts';
import type { PreviewGroup, PreviewTurn, PreviewView } from '../../../src/shared/previewView.ts';
import { newest, panelScenarios } from './panelData.ts';

interface MadeUp {
  readonly id: string;
  readonly label: string;
  readonly fate: Fate;
  readonly tokens: readonly [before: number, after: number];
  readonly more?: Partial<PreviewGroup>;
}

function group({ id, label, fate, tokens: [tokensBefore, tokensAfter], more }: MadeUp): PreviewGroup {
  return { id, label, fate, tokensBefore, tokensAfter, messageCount: 1, lines: [], ...more };
}

const turns: readonly PreviewTurn[] = [
  {
    id: 'm2',
    label: 'Heights are in metres. Never round them before the chart is drawn.',
    groups: [
      group({
        id: 'm2',
        label: 'Heights are in metres. Never round them before the chart is drawn.',
        fate: 'notes',
        tokens: [46, 0],
        more: { lines: ['“Never round them before the chart is drawn.”'] },
      }),
      group({
        id: 'm59',
        label: '→ read_file src/stations/import.ts',
        fate: 'shortened',
        tokens: [18_400, 22],
        more: { messageCount: 2 },
      }),
      group({ id: 'm14', label: 'The jump comes from interpolate().', fate: 'notes', tokens: [240, 0] }),
    ],
  },
  ...Array.from({ length: 200 }, (_, index): PreviewTurn => {
    const id = `m${String(500 + index)}`;
    const label = `“Step ${String(index + 1)} of the long afternoon”`;
    const fate = index < 190 ? 'leftOut' : 'stays';
    return { id, label, groups: [group({ id, label, fate, tokens: [240, index < 190 ? 0 : 240] })] };
  }),
  {
    id: 'm900',
    label: 'And the legend?',
    groups: [
      group({
        id: 'm900',
        label: 'And the legend?',
        fate: 'stays',
        tokens: [9, 9],
        more: { fixed: 'your newest message' },
      }),
    ],
  },
];

const preview: PreviewView = {
  key: 'preview1',
  strategy: 'hybrid',
  tokensBefore: 112_400,
  tokensAfter: 61_900,
  modelNotes: { model: 'gpt-5-codex', mostTokens: 4_000, isTight: false },
  messagesBefore: 504,
  messagesAfter: 96,
  passes: newest.passes.slice(0, 3),
  turns,
  goneCount: 31,
  after: (panelScenarios['day']?.context ?? []).filter(({ id }) => id !== 'tools'),
  risks: [
    { kind: 'rule', text: 'Never round them before the chart is drawn.', id: 'm2' },
    { kind: 'file', text: 'src/stations/import.ts', id: 'm59' },
  ],
  riskCount: 12,
  money: { now: 0.0337, first: 0.1857, then: 0.0186, paysAfter: 12 },
  canApply: true,
};

/**
 * Returns a preview with the fates that `wishes` asks for, and with figures that match. The other options do not change
 * the fate of any message.
 */
export function previewOf({ strategy, wishes = [], range, withoutModel }: AskedCompaction): PreviewView {
  const wished = new Map(wishes.map(({ message, wish }) => [message, wish]));
  const changed = turns.map((turn) => ({
    ...turn,
    groups: turn.groups.map((one): PreviewGroup => {
      const wish = wished.get(one.id);
      if (wish === undefined) return one;
      const tokensAfter = wish === 'stays' ? one.tokensBefore : wish === 'shortened' ? 22 : 0;
      return { ...one, wish, fate: wish, tokensAfter };
    }),
  }));
  const sum = (all: readonly PreviewTurn[]): number =>
    all.flatMap(({ groups }) => groups).reduce((total, { tokensAfter }) => total + tokensAfter, 0);
  const tokensAfter = preview.tokensAfter + sum(changed) - sum(turns) - (range === undefined ? 0 : 1_000);
  const { modelNotes, ...bare } = preview;
  const follows = withoutModel === true || modelNotes === undefined ? {} : { modelNotes };
  return { ...bare, ...follows, strategy, turns: changed, tokensAfter };
}
