/** Said where a message is sent before any model is connected. */
export const NO_MODEL =
  'No model is connected yet. Connect one to go on; the session can be read and compacted without.';
