import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Takes a folder for this process: the folder with this name, or the first unused folder of `NAME-2`, `NAME-3` … */
export function takeFolder(wanted: string, pid = process.pid): string {
  for (let number = 1; ; number += 1) {
    const folder = number === 1 ? wanted : `${wanted}-${number}`;
    const owner = path.join(folder, 'pid');
    if (existsSync(owner) && isAlive(Number(readFileSync(owner, 'utf8')))) continue;
    mkdirSync(folder, { recursive: true });
    writeFileSync(owner, String(pid));
    return folder;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
