/** Returns a count with its noun, the same in every locale: `1 message`, `12,345 messages`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
