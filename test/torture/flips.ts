import { readFileSync, writeFileSync } from 'node:fs';
import { seededRandom } from '../bench/retention/seeded.ts';
import { userEntries } from '../support/sampleEntries.ts';
import { temporaryStore, written } from '../support/temporaryStore.ts';
import { withPlaces, type Trial } from './trial.ts';

const ENTRIES = 20;

/** One bit of a closed log is another: its line is told and skipped or says what it said, and all others are there. */
export const flips: Trial = {
  what: 'one flipped bit in a log',
  usual: 500,
  async run({ count, seed, progress }) {
    const random = seededRandom(seed);
    const failures: string[] = [];
    let told = 0;
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
      if (wrong.length > 0) failures.push(`bit ${bit}: ${wrong.length} entries say what nobody wrote`);
      // A newline that is gone makes one line of two.
      if (read.length < ENTRIES - 2) failures.push(`bit ${bit}: ${read.length} of ${ENTRIES} are left`);
      if (read.length < ENTRIES && problems === 0)
        failures.push(`bit ${bit}: an entry is gone, and nothing says so`);
      if (listed?.messageCount !== read.length)
        failures.push(
          `bit ${bit}: the list counts ${String(listed?.messageCount)}, the log has ${read.length}`,
        );
      told += problems > 0 ? 1 : 0;
      temporary.remove();
      progress(done + 1);
    }
    return { failures, figures: `${withPlaces(told)} told, all other lines there` };
  },
};
