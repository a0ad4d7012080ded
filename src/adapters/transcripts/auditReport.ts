import type { FactKind } from '../../core/audit/standingFacts.ts';
import { counted } from '../../core/text/counted.ts';
import type { TranscriptAudit } from './auditTranscript.ts';

const KINDS: readonly (readonly [FactKind, string])[] = [
  ['rule', 'rules'],
  ['decision', 'decisions'],
  ['file', 'changed files'],
  ['failure', 'failures'],
];

const ONE: Readonly<Record<FactKind, string>> = {
  rule: 'rule',
  decision: 'decision',
  file: 'changed file',
  failure: 'failure',
};

/**
 * Returns an audit as text for a person. Lists the facts that each compaction lost, one per line. The address before a
 * fact tells where the fact is in the session.
 */
export function auditReport({ format, messages, compactions, withoutSummary }: TranscriptAudit): string {
  const missing =
    withoutSummary === 0
      ? []
      : [
          `Compactions with unknown losses, because their summary is not in the file: ${String(withoutSummary)}\n`,
        ];
  if (compactions.length + withoutSummary === 0)
    return `${format}, ${counted(messages, 'message')}: its agent made no compaction.\n`;
  return [...compactions.map(compactionText), ...missing].join('\n');
}

function compactionText(audit: TranscriptAudit['compactions'][number], index: number): string {
  const { id, summaryCharacters, isReadable, stood, lost, perhapsLost } = audit;
  const head = `Compaction ${String(index + 1)} (${id}): `;
  if (!isReadable)
    return `${head}the summary is encrypted and can't be read, so the losses are unknown; ${keptText(audit)}\n`;
  const lines = [
    `${head}a summary of ${counted(summaryCharacters, 'character')}, ${keptText(audit)}`,
    ...KINDS.flatMap(([kind, words]) => {
      const own = lost.filter((fact) => fact.kind === kind);
      return [
        `  ${words} lost: ${String(own.length)} of ${String(stood[kind])}`,
        ...own.map(({ address, line }) => `    ${address}  ${line}`),
      ];
    }),
    ...(perhapsLost.length === 0
      ? []
      : [
          `  perhaps lost (a part of the fact is still there, or the fact may no longer matter): ${String(perhapsLost.length)}`,
          ...perhapsLost.map(({ kind, address, line }) => `    ${address}  ${ONE[kind]}: ${line}`),
        ]),
  ];
  return `${lines.join('\n')}\n`;
}

function keptText(audit: TranscriptAudit['compactions'][number]): string {
  const { keptMessages, keptPersonCharacters, isKeptTold } = audit;
  if (isKeptTold) return `${counted(keptMessages, 'message')} kept`;
  const none =
    keptPersonCharacters === 0
      ? 'none counts as kept'
      : `your newest messages count as kept, up to ${counted(keptPersonCharacters, 'character')}`;
  const kept = keptMessages === 0 ? none : `the newest ${String(keptMessages)} count as kept`;
  return `the file does not say which messages were kept, so ${kept}`;
}
