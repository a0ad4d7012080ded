import { excerptText, LEAST_EXCERPT } from '../../../text/excerpt.ts';
import { sectionsOf, type Section } from '../../../text/sections.ts';
import type { CountTokens } from '../../../ports.ts';
import type { MessageId } from '../../../log/entry.ts';
import type { SystemMessage } from '../../../log/message.ts';
import type { WorkingPlan } from '../workingPlan.ts';

/** System text of another client that a transcript brought. */
export interface ImportedSystem {
  readonly id: MessageId;
  readonly message: SystemMessage;
  /** As it stands in the context now. */
  readonly tokens: number;
}

/** Shortens imported system texts, the largest first, until all but the record takes no more than so many tokens. */
export function shortenSystem(plan: WorkingPlan, mostTokens: number): void {
  const { account, importedSystem = [] } = plan.frame;
  for (const system of [...importedSystem].sort((a, b) => b.tokens - a.tokens)) {
    const over = plan.tokensBesideRecord - mostTokens;
    if (over <= 0) return;
    const text = system.message.parts.map((part) => part.text).join('\n\n');
    const shorter = withoutSections({ text, id: system.id }, system.tokens - over, account.count);
    plan.replaceSystem(system, { id: system.id, as: 'excerpt', text: shorter });
  }
}

/**
 * A text without its largest sections, each run of them told by its titles where there is room, else by its number. Its first
 * section, which says who the assistant is, is only cut, and never below the least excerpt.
 */
export function withoutSections(
  { text, id }: { readonly text: string; readonly id: MessageId },
  mostTokens: number,
  count: CountTokens,
): string {
  const [first, ...others] = sectionsOf(text);
  if (first === undefined || count(text) <= mostTokens) return text;
  const gone = new Set<Section>();
  const bySize = [...others].sort((a, b) => b.text.length - a.text.length);
  for (const section of bySize) {
    gone.add(section);
    const shorter = first.text + told(others, gone, id, true);
    if (count(shorter) <= mostTokens) return shorter;
  }
  const rest = told(others, gone, id, false);
  const room = Math.max(LEAST_EXCERPT, mostTokens - count(rest));
  return [excerptText({ text: first.text.trimEnd(), id }, room, count), rest].filter(Boolean).join('\n');
}

function told(
  sections: readonly Section[],
  gone: ReadonlySet<Section>,
  id: MessageId,
  withTitles: boolean,
): string {
  const pieces: string[] = [];
  let run: string[] = [];
  const endRun = (): void => {
    if (run.length > 0) {
      const what = withTitles ? run.join(' · ') : `${String(run.length)} sections`;
      pieces.push(`[… left out: ${what} · recall ${id} …]\n`);
    }
    run = [];
  };
  for (const section of sections) {
    if (gone.has(section)) run.push(section.title);
    else {
      endRun();
      pieces.push(section.text);
    }
  }
  endRun();
  return pieces.join('');
}
