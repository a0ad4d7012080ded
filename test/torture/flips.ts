import { readFileSync, writeFileSync } from 'node:fs';
import { seededRandom } from '../bench/retention/seeded.ts';
import { userEntries } from '../support/sampleEntries.ts';
import { temporaryStore, written } from '../support/temporaryStore.ts';
import { withCommas, type Trial } from './trial.ts';

const ENTRIES = 20;

/**
 * Flips one bit of a closed log. At most two lines may be missing, and a missing line must be reported. All other lines
 * must be read unchanged, and the list of sessions must count them.
 */
export const flips: Trial = {
  what: 'logs with one flipped bit',
  usual: 500,
  async run({ count, seed, progress }) {
    const random = seededRandom(seed);
    const failures: string[] = [];
    let reported = 0;
    const expected = userEntries(ENTRIES).map((entry) => JSON.stringify(entry));
    for (let done = 0; done < count; done++) {
      const temporary = temporaryStore();
      const id = await written(temporary, userEntries(ENTRIES));
      const { log: path } = temporary.folder(id);
      const bytes = readFileSync(path);
      const bit = Math.floor(random() * bytes.length * 8);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      writeFileSync(path, bytes);
      const log = await temporary.store.open(id);
      const read = (await log.readAll()).map((entry) => JSON.stringify(entry));
      const wrong = read.filter((entry) => !expected.includes(entry));
      const { length: problems } = log.report.problems;
      await log.close();
      const [listed] = await temporary.store.list();
      if (wrong.length > 0) failures.push(`bit ${bit}: ${wrong.length} entries were read but never written`);
      // If the bit is in a newline, two lines become one damaged line.
      if (read.length < ENTRIES - 2) failures.push(`bit ${bit}: ${read.length} of ${ENTRIES} are left`);
      if (read.length < ENTRIES && problems === 0)
        failures.push(`bit ${bit}: an entry is missing, and no problem is reported`);
      if (listed?.messageCount !== read.length)
        failures.push(
          `bit ${bit}: the list counts ${String(listed?.messageCount)}, the log has ${read.length}`,
        );
      reported += problems > 0 ? 1 : 0;
      temporary.remove();
      progress(done + 1);
    }
    return { failures, figures: `${withCommas(reported)} reported, all other lines read` };
  },
};
