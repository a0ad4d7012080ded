import { freeBerths } from './berths.ts';
import { formatTime } from './time.ts';
import { parseVisit, type Visit } from './visit.ts';

export class Harbour {
  readonly #visits: Visit[] = [];
  readonly #berths: number;

  constructor(berths: number) {
    this.#berths = berths;
  }

  load(log: string): void {
    for (const line of log.split('\n')) {
      if (line.trim() !== '') this.#visits.push(parseVisit(line));
    }
  }

  /** Takes the lowest free berth for a boat; undefined when there is none. */
  book(boat: string, arrival: number, departure: number): number | undefined {
    const [berth] = freeBerths(this.#visits, this.#berths, { boat, arrival, departure });
    if (berth !== undefined) this.#visits.push({ boat, berth, arrival, departure });
    return berth;
  }

  timetable(): string {
    const sorted = this.#visits.sort((a, b) => a.arrival - b.arrival);
    return sorted
      .map((visit) => `${formatTime(visit.arrival)} ${visit.boat} (berth ${visit.berth})`)
      .join('\n');
  }
}
