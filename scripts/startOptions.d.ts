/** Takes the sample session whole, and some questions more before its first compaction. */
export declare const START_WINDOW_TOKENS = 48000;
/** A compaction that goes far down leaves room for several questions before the next. */
export declare const startSettings: {
  readonly 'longthread.compaction.target': 0.45;
  readonly 'remote.autoForwardPorts': false;
};
/** An extension that opens what there is to see. */
export declare const starter: {
  'longthread.longthread-starter': string;
};
