import { ViewDriver } from './viewDriver.ts';

/** The one browser of all suites in this process. */
const driver = new ViewDriver();
let started: Promise<void> | undefined;

/** Starts the browser when the first suite needs it, checks the page after each test, and closes it after the suite. */
export function useViews(): ViewDriver {
  before(() => (started ??= driver.start()));
  afterEach(() => driver.close());
  after(() => driver.closeShared());
  return driver;
}

after(async () => {
  if (started !== undefined) await driver.stop();
});
