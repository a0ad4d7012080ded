/**
 * Returns how much work `run` does on texts. Each call of `indexOf`, `slice` or `exec` counts as one, plus the number
 * of characters that the call searches, cuts out or matches. With this number, a test needs no clock to measure how the
 * work grows with the input.
 */
export async function workOf(run: () => unknown): Promise<number> {
  let work = 0;
  const undo = [
    wrapped(String.prototype, 'indexOf', (text, [, from], found) => {
      work += ((found as number) < 0 ? String(text).length : (found as number)) - (Number(from) || 0) + 1;
    }),
    wrapped(String.prototype, 'slice', (_text, _given, cut) => {
      work += (cut as string).length + 1;
    }),
    wrapped(RegExp.prototype, 'exec', (_expression, _given, match) => {
      work += ((match as RegExpExecArray | null)?.[0].length ?? 0) + 1;
    }),
  ];
  try {
    await run();
  } finally {
    for (const restore of undo) restore();
  }
  return work;
}

type Method = (...given: readonly unknown[]) => unknown;

/** Replaces a method by one that also reports each call to `onCall`. Returns a function that restores the method. */
function wrapped(
  on: object,
  name: string,
  onCall: (self: unknown, given: readonly unknown[], result: unknown) => void,
): () => void {
  const methods = on as unknown as Record<string, Method>;
  const real = methods[name];
  if (real === undefined) throw new Error(`There is no ${name}.`);
  methods[name] = function counted(this: unknown, ...given: readonly unknown[]) {
    const result = real.apply(this, [...given]);
    onCall(this, given, result);
    return result;
  };
  return () => {
    methods[name] = real;
  };
}
