import type { ArgumentView, OriginalText } from '../../../src/shared/protocol.ts';

/** The arguments of the made-up tool calls, by the id of their row. */
const given: Readonly<Record<string, readonly ArgumentView[]>> = {
  t2: [
    { kind: 'value', name: 'query', text: 'interpolate(' },
    { kind: 'value', name: 'isRegExp', text: 'false' },
  ],
  t3: [
    { kind: 'path', name: 'path', text: 'src/tides/harmonics/constituents/interpolate.ts' },
    {
      kind: 'text',
      name: 'change',
      text: ' const next = 1;\n-const height = table.rows[next].height;\n+const height = cosine(before, after, at);',
      language: 'diff',
    },
    {
      kind: 'text',
      name: 'content',
      text: Array.from({ length: 20 }, (_, line) => `const row${line} = ${line};`).join('\n'),
      language: 'ts',
    },
  ],
  t4: [{ kind: 'command', name: 'command', text: 'npm run chart -- --station husum --from 2026-03-29' }],
};

const path: ArgumentView = { kind: 'path', name: 'path', text: 'src/chart 1.ts' };

const refusal = 'The text to replace occurs in 2 places (lines 2, 10); give more of the lines around it.';

export function originalOfRow(row: string): OriginalText {
  if (row === 't4') return { title: `Result of ${row}`, text: refusal, arguments: given[row] ?? [path] };
  return {
    title: `Result of ${row}`,
    text: Array.from(
      { length: 40 },
      (_, line) =>
        `export const line${line} = ${line}; // of ${row}, which is long enough to leave a narrow box`,
    ).join('\n'),
    language: 'typescript',
    arguments: given[row] ?? [path],
  };
}

/** Returns an original whose title, text, language and arguments are all this text. */
export function originalWith(text: string): OriginalText {
  const kinds = ['command', 'path', 'value', 'text'] as const;
  return { title: text, text, language: text, arguments: kinds.map((kind) => ({ kind, name: text, text })) };
}
