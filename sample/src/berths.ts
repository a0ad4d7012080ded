import type { Visit } from './visit.ts';

/** Whether two visits would put two boats into one berth. */
export function collide(a: Visit, b: Visit): boolean {
  return a.berth === b.berth && a.arrival >= b.arrival && a.arrival < b.departure;
}

/** The berths that nobody uses from arrival to departure, lowest first. */
export function freeBerths(visits: readonly Visit[], count: number, wanted: Omit<Visit, 'berth'>): number[] {
  const berths = Array.from({ length: count }, (_, index) => index + 1);
  return berths.filter((berth) => !visits.some((visit) => collide({ ...wanted, berth }, visit)));
}
