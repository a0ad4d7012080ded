/** Minutes since midnight, from `HH:MM`. */
export function parseTime(text: string): number {
  const [hours, minutes] = text.split(':').map(Number);
  if (hours === undefined || minutes === undefined || Number.isNaN(hours + minutes)) {
    throw new RangeError(`not a time: ${text}`);
  }
  return hours * 60 + minutes;
}

export function formatTime(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  return `${hours}:${minutes % 60}`;
}
