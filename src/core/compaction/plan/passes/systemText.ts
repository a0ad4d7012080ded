import { replaceText } from '../../../context/replaceText.ts';
import { counted } from '../../../text/counted.ts';
import { excerptText, LEAST_EXCERPT } from '../../../text/excerpt.ts';
import type { CountTokens } from '../../../ports.ts';
import type { MessageId, ReplacedMessage } from '../../../log/entry.ts';
import { clientTextOf } from '../../../log/message.ts';
import type { WorkingPlan } from '../workingPlan.ts';

/** Shortens imported system texts, the largest first, until everything except the notes takes at most `mostTokens`. */
export function shortenSystem(plan: WorkingPlan, mostTokens: number): void {
  const { importedSystem = [], request } = plan.initial;
  for (const system of [...importedSystem].sort((a, b) => b.tokens - a.tokens)) {
    const over = plan.tokensBesideRecord - mostTokens;
    if (over <= 0) return;
    const text = system.message.parts.map((part) => part.text).join('\n\n');
    const shorter = withoutSections({ text, id: system.id }, system.tokens - over, request.account.count);
    plan.replaceSystem(system, { id: system.id, as: 'excerpt', text: shorter });
  }
}

/**
 * Removes sections of a text, largest first, until the text takes at most `mostTokens`. In place of each run of
 * adjacent removed sections, lists the section titles if there is room, otherwise the number of sections. The first
 * section, which says who the assistant is, is only cut, and never below the minimum size of an excerpt.
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
    const shorter = first.text + joined(others, gone, id, true);
    if (count(shorter) <= mostTokens) return shorter;
  }
  const rest = joined(others, gone, id, false);
  const room = Math.max(LEAST_EXCERPT, mostTokens - count(rest));
  return [excerptText({ text: first.text.trimEnd(), id }, room, count), rest].filter(Boolean).join('\n');
}

/** Joins the sections that stay, with one line for each run of adjacent removed sections. */
function joined(
  sections: readonly Section[],
  gone: ReadonlySet<Section>,
  id: MessageId,
  withTitles: boolean,
): string {
  const pieces: string[] = [];
  let run: string[] = [];
  const endRun = (): void => {
    if (run.length > 0) {
      const what = withTitles ? run.join(' · ') : counted(run.length, 'section');
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

/**
 * Shortens the client's text beside the person's newest words in an imported session, until everything except the notes
 * takes at most `mostTokens`. The person's words stay unchanged.
 */
export function shortenBesideRequest(plan: WorkingPlan, mostTokens: number): void {
  const { importedRequest: request } = plan.initial;
  const { account } = plan.request;
  const over = plan.tokensBesideRecord - mostTokens;
  const text = request === undefined ? '' : clientTextOf(request.message);
  if (request === undefined || text === '' || over <= 0) return;
  const { id, message } = request;
  const bare: ReplacedMessage = { id, as: 'excerpt', text: '', ofClient: true };
  const shown = plan.tokensOfMessage(id) - account.ofMessage(replaceText(message, bare));
  const shorter = excerptText({ text, id }, Math.max(LEAST_EXCERPT, shown - over), account.count);
  const excerpt: ReplacedMessage = { ...bare, text: shorter };
  if (plan.savingOf(request, excerpt) > 0) plan.replace(request, excerpt);
}

/** A section of a text. The title names the section when the section is left out. */
export interface Section {
  readonly title: string;
  readonly text: string;
}

/** Matches the beginning of a section: a heading, or an opening tag that is alone on its line. */
const BEGINNING = /^(?=#{1,6} \S|<[A-Za-z][\w-]{0,60}>[ \t]*$)/mu;
/** A section that is larger than this share of the text is divided into paragraphs. */
const LARGE_SHARE = 0.2;
const MOST_TITLE = 60;

/** Splits a text into sections. The joined sections are the whole text. */
export function sectionsOf(text: string): readonly Section[] {
  return text.split(BEGINNING).flatMap((piece) => {
    if (piece === '') return [];
    const pieces = piece.length > text.length * LARGE_SHARE ? piece.split(/(?<=\n[ \t]*\n)(?=\S)/u) : [piece];
    return pieces.map((section) => ({ title: titleOf(section), text: section }));
  });
}

function titleOf(section: string): string {
  const [line = ''] = section.trim().split('\n');
  const words = line.replace(/^#{1,6} |^<|>$/gu, '').trim();
  return words.length <= MOST_TITLE ? words : `${words.slice(0, MOST_TITLE - 1).trimEnd()}…`;
}
