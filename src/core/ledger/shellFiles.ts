import type { FileTouch } from './fileTouch.ts';

const DELETION = /(?:^|[;&|]\s*)(?:git\s+)?rm\s+(?:-{1,2}[\w-]+\s+)*([\w@./~-]+)/g;
/** `cat FILE`, `sed -n 1,80p FILE`, `head -50 FILE`: one file, shown as it is. */
const READING =
  /^(?:cd\s+\S+\s*&&\s*)?(?:cat|bat|head|tail|nl|less|sed\s+-n)\s+(?:(?:-{1,2}\w+|\+?\d+|'?(\d+),(\d+)p'?)\s+)*([\w@./~-]+\.\w+)\s*$/;
const LONGEST_COMMAND = 2000;

/** The files that a shell command deletes, or the one that it shows. */
export function shellFiles(command: string): readonly FileTouch[] {
  const script = command.slice(0, LONGEST_COMMAND).trim();
  const reading = READING.exec(script);
  const path = reading?.[3];
  if (path !== undefined) {
    const [first, last] = [Number(reading?.[1]), Number(reading?.[2])];
    return [
      { path, operation: 'read', code: [], ...(last > first ? { range: [first, last] as const } : {}) },
    ];
  }
  if (!script.includes('rm ')) return [];
  return [...script.matchAll(DELETION)].flatMap(([, gone]) =>
    gone?.includes('.') === true ? [{ path: gone, operation: 'deleted', code: [] }] : [],
  );
}
