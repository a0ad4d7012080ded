import { element, label, picture } from './svg.ts';

export interface DotRow {
  readonly name: string;
  readonly note: string;
  /** A share from 0 to 1. */
  readonly value: number;
  /** The 95 % interval, if it is known. */
  readonly interval?: { readonly low: number; readonly high: number };
  /** A value to compare `value` with. */
  readonly reference?: number;
}

const WIDTH = 760;
const PLOT = { left: 330, right: 690, top: 24 };
const ROW_HEIGHT = 22;
const MAX_NAME_LENGTH = 40;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Draws each row as a dot for the value, a bar for the interval, and a ring for the reference. */
export function dotPlot(title: string, rows: readonly DotRow[]): string {
  const height = PLOT.top + rows.length * ROW_HEIGHT + 12;
  const grid = TICKS.map(
    (share) =>
      element('line', { x1: x(share), x2: x(share), y1: PLOT.top - 6, y2: height - 10, class: 'grid' }) +
      label(`${String(share * 100)} %`, { x: x(share), y: 12, class: 'tick', 'text-anchor': 'middle' }),
  );
  const drawn = rows.map((row, index) => drawRow(row, PLOT.top + (index + 0.5) * ROW_HEIGHT));
  return picture({ width: WIDTH, height }, title, [...grid, ...drawn].join(''));
}

function x(share: number): number {
  return PLOT.left + (PLOT.right - PLOT.left) * share;
}

function clipped(name: string): string {
  return name.length <= MAX_NAME_LENGTH ? name : `${name.slice(0, MAX_NAME_LENGTH - 1)}…`;
}

function drawRow({ name, note, value, interval, reference }: DotRow, y: number): string {
  const percents = `${(value * 100).toFixed(1)} %`;
  const tooltip = element('title', {}, percents);
  return [
    label(clipped(name), { x: 0, y: y + 4, class: 'name' }),
    label(note, { x: PLOT.left - 12, y: y + 4, class: 'tick', 'text-anchor': 'end' }),
    interval === undefined
      ? ''
      : element('line', { x1: x(interval.low), x2: x(interval.high), y1: y, y2: y, class: 'interval' }),
    reference === undefined ? '' : element('circle', { cx: x(reference), cy: y, r: 4, class: 'ring' }),
    element('circle', { cx: x(value), cy: y, r: 4, class: 'dot main' }, tooltip),
    label(percents, { x: WIDTH, y: y + 4, class: 'tick', 'text-anchor': 'end' }),
  ].join('');
}
