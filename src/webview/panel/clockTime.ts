const format = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** The time of day on this machine: `14:02`. */
export function clockTime(at: number): string {
  return format.format(at);
}
