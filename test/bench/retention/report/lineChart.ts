import { element, label, picture } from './svg.ts';

export interface Line {
  readonly name: string;
  /** The style of the line: `main` has the accent colour, and `bag` is dashed. */
  readonly kind: 'main' | 'engine' | 'bag' | 'other';
  /** The shares from 0 to 1, one for each position. For NaN, no point is drawn, and the line joins the other points. */
  readonly values: readonly number[];
}

const SIZE = { width: 560, height: 340 };
const PLOT = { left: 40, right: 400, top: 16, bottom: 300 };
const TICKS = [0, 0.25, 0.5, 0.75, 1];
/** The minimum distance of labels. Closer labels would overlap. */
const LABEL_GAP = 13;

/** Draws lines of shares over ordered positions. The name of each line is at the right end of the line. */
export function lineChart(title: string, positions: readonly string[], lines: readonly Line[]): string {
  const x = (index: number): number =>
    PLOT.left + ((PLOT.right - PLOT.left) * index) / Math.max(1, positions.length - 1);
  const drawn = [...lines].sort((a, b) => Number(a.kind === 'main') - Number(b.kind === 'main'));
  const content = [
    ...TICKS.map(gridLine),
    ...positions.map((name, index) =>
      label(name, { x: x(index), y: PLOT.bottom + 20, class: 'tick', 'text-anchor': 'middle' }),
    ),
    ...drawn.map((line) => polyline(line, x)),
    ...endLabels(lines),
  ];
  return picture(SIZE, title, content.join(''));
}

function y(share: number): number {
  return PLOT.bottom - (PLOT.bottom - PLOT.top) * share;
}

function gridLine(share: number): string {
  const line = element('line', { x1: PLOT.left, x2: PLOT.right, y1: y(share), y2: y(share), class: 'grid' });
  const text = `${String(share * 100)} %`;
  return line + label(text, { x: PLOT.left - 6, y: y(share) + 4, class: 'tick', 'text-anchor': 'end' });
}

function polyline({ name, kind, values }: Line, x: (index: number) => number): string {
  const points = values.flatMap((value, index) =>
    Number.isFinite(value) ? [{ x: x(index), y: y(value), value }] : [],
  );
  const path = points.map((point) => `${point.x.toFixed(1)},${point.y.toFixed(1)}`).join(' ');
  const dots = points.map((point) =>
    element(
      'circle',
      { cx: point.x, cy: point.y, r: kind === 'main' ? 3.5 : 2.5, class: `dot ${kind}` },
      element('title', {}, `${name}: ${(point.value * 100).toFixed(1)} %`),
    ),
  );
  return element('polyline', { points: path, class: `line ${kind}` }) + dots.join('');
}

/**
 * Places names beside the ends of the lines. Pushes the names apart from top to bottom, and moves them up again if they
 * would leave the plot.
 */
function endLabels(lines: readonly Line[]): readonly string[] {
  const ends = lines
    .map(({ name, kind, values }) => ({ name, kind, wanted: y(values.findLast(Number.isFinite) ?? 0) }))
    .sort((a, b) => a.wanted - b.wanted);
  const places: number[] = [];
  for (const { wanted } of ends) places.push(Math.max(wanted, (places.at(-1) ?? -LABEL_GAP) + LABEL_GAP));
  for (let index = places.length - 1, floor = PLOT.bottom; index >= 0; index--, floor -= LABEL_GAP) {
    places[index] = Math.min(places[index] ?? floor, floor);
  }
  return ends.map(({ name, kind, wanted }, index) => {
    const place = places[index] ?? wanted;
    const leader = { x1: PLOT.right + 4, x2: PLOT.right + 16, y1: wanted, y2: place, class: 'grid' };
    const text = label(name, { x: PLOT.right + 20, y: place + 4, class: `name ${kind}` });
    return element('line', leader) + text;
  });
}
