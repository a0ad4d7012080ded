import { parseTime } from './time.ts';

/** A boat's stay in a berth, from arrival up to, but not including, departure. */
export interface Visit {
  readonly boat: string;
  readonly berth: number;
  readonly arrival: number;
  readonly departure: number;
}

/** Reads one line of the log: `boat, berth, arrival, departure`. */
export function parseVisit(line: string): Visit {
  const [boat, berth, arrival, departure] = line.split(',').map((field) => field.trim());
  if (!boat || !berth || !arrival || !departure) throw new SyntaxError(`not a visit: ${line}`);
  return { boat, berth: Number(berth), arrival: parseTime(arrival), departure: parseTime(departure) };
}
