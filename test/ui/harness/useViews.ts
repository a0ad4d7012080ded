import { ViewDriver } from './viewDriver.ts';

/** The browser that all suites of this process share. */
const driver = new ViewDriver();
let started: Promise<void> | undefined;

/** Starts the browser for the first suite, checks the page after each test, and closes the page after the suite. */
export function useViews(): ViewDriver {
  before(() => (started ??= driver.start()));
  afterEach(() => driver.close());
  after(() => driver.closeShared());
  return driver;
}

after(async () => {
  if (started !== undefined) await driver.stop();
});
