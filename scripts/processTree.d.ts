/**
 * A process with all its descendants, also those that left its process group, such as an editor's server and a browser.
 * Known on Linux only, by samples; what a process used after its last sample is missed where nobody waited for it.
 */
export declare class ProcessTree {
  #private;
  private readonly root;
  constructor(root: number);
  /** Looks which processes there are now and how much CPU time each has used. */
  sample(): void;
  /** CPU seconds of all of them so far; undefined where that is not known. */
  cpuSeconds(): number | undefined;
  /** Ends all of them at once. */
  kill(): void;
}
