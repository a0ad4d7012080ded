import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Workbench } from '../support/vscodeWorkbench.ts';

/** Opens a session of many turns, each about a different file, from a transcript named `longDay.jsonl`. */
export async function openLongTranscript(workbench: Workbench, turns: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lt-long-'));
  const file = path.join(folder, 'longDay.jsonl');
  writeFileSync(file, linesOf(turns).join('\n'));
  await openTranscript(workbench, file);
  await workbench.chat.locator('lt-header', { hasText: 'longDay.jsonl' }).waitFor();
  rmSync(folder, { recursive: true, force: true });
}

function linesOf(turns: number): readonly string[] {
  return Array.from({ length: turns }, (_, turn) => [
    { role: 'user', content: `Berth ${turn + 1} is wrong in src/berths${turn}.ts; what does it return?` },
    {
      role: 'assistant',
      content: `freeBerths${turn}() returns ${turn * 7} where ${turn * 7 + 1} is right. `.repeat(20),
    },
  ])
    .flat()
    .map((line) => JSON.stringify(line));
}

async function openTranscript(workbench: Workbench, file: string): Promise<void> {
  const { page } = workbench;
  await workbench.runCommand('Longthread: Open Transcript…');
  const entry = (name: string) => page.locator('.quick-input-list .monaco-list-row', { hasText: name });
  // The dialog lists its first folder with a delay. A path that is typed before the list appears is lost.
  await entry('README.md').or(entry('src')).first().waitFor();
  await page.locator('.quick-input-widget input').fill(file);
  await entry(path.basename(file)).click();
}
