import type { Candidate, CandidateGroup, CandidateSection } from './candidates.ts';
import type { CommandEvidence, ErrorEvidence, Evidence, FileEvidence, ToldEvidence } from './evidence.ts';
import { clipAtWord, quotedLine } from './lines.ts';

/** The sections that the assistant's work fills, each with all lines it could have. */
export function workSections(evidence: Evidence, isSmall: boolean): readonly CandidateSection[] {
  const told = (kind: ToldEvidence['kind'][], bonus: number): readonly Candidate[] =>
    evidence.told.filter((one) => kind.includes(one.kind)).map((one) => toldLine(one, bonus));
  return [
    section('Open work', 0.05, [...planLines(evidence), ...told(['open'], 0.5)]),
    section('Decisions', isSmall ? 0.06 : 0.1, told(['decision', 'cause'], 1)),
    { title: 'Files', share: isSmall ? 0.5 : 0.45, groups: evidence.files.map(fileGroup) },
    section('Commands', 0.1, evidence.commands.map(commandLine)),
    section('Errors', 0.05, evidence.errors.map(errorLine)),
    section('Said by the assistant', isSmall ? 0.06 : 0.15, told(['statement'], 0)),
  ];
}

function section(title: string, share: number, lines: readonly Candidate[]): CandidateSection {
  return { title, share, groups: lines.map((line) => ({ lines: [line], order: line.order })) };
}

function toldLine(told: ToldEvidence, bonus: number): Candidate {
  return { text: `- ${quotedLine(told.text)}`, names: told.names, ids: told.ids, order: told.at, bonus };
}

function planLines(evidence: Evidence): readonly Candidate[] {
  const { plan } = evidence;
  if (plan === undefined) return [];
  const words = { open: 'open', active: 'in progress', done: 'done' };
  return plan.items.map((item, index) => ({
    text: `- ${words[item.state]}: ${quotedLine(item.text)}`,
    names: [],
    ids: [plan.id],
    order: evidence.messageCount + index,
    bonus: item.state === 'done' ? 1 : 6,
  }));
}

function commandLine({ line, runs, result, resultId }: CommandEvidence): Candidate {
  const times = runs > 1 ? ` (${String(runs)} runs)` : '';
  const ids = resultId === undefined ? line.ids : [...line.ids, resultId];
  const text = `- ${clipAtWord(quotedLine(line.text), 240)}${times}${outcomeOf(result)}`;
  return { text, names: line.names, ids, order: line.at, bonus: Math.min(runs, 4) * 0.5 };
}

function outcomeOf(result: CommandEvidence['result']): string {
  if (result === undefined) return '';
  const outcome = result.outcomes.at(-1);
  const told = outcome === undefined ? '' : `: ${clipAtWord(quotedLine(outcome), 100)}`;
  if (result.isFailure)
    return ` → failed${result.exitCode === undefined ? '' : ` (exit ${String(result.exitCode)})`}${told}`;
  return told === '' ? '' : ` → ok${told}`;
}

function errorLine({ line, of, isFixed }: ErrorEvidence): Candidate {
  const text = `- ${isFixed ? 'since fixed: ' : ''}${clipAtWord(quotedLine(line.text), 200)} (${clipAtWord(quotedLine(of), 60)})`;
  return { text, names: line.names, ids: line.ids, order: line.at, bonus: isFixed ? 0 : 1 };
}

function fileGroup(file: FileEvidence): CandidateGroup {
  const head: Candidate = {
    text: `${file.path}: ${operationsOf(file)}`,
    names: [file.path],
    ids: file.ids,
    order: file.last,
    bonus: file.edits > 0 || file.isWritten ? 1 : 0,
  };
  const lines = file.isDeleted
    ? []
    : [...file.lines.values()].map((line) => ({
        text: `  ${quotedLine(line.text)}`,
        names: line.names,
        ids: line.ids,
        order: line.at,
        bonus: line.isDefinition === true ? 0.2 : 0,
      }));
  return { head, lines, order: file.last };
}

function operationsOf(file: FileEvidence): string {
  const told: string[] = [];
  if (file.isWritten) told.push('written');
  if (file.edits > 0) told.push(file.edits > 1 ? `edited ${String(file.edits)} times` : 'edited');
  if (file.reads > 0) told.push('read');
  const range = file.ranges.at(-1);
  if (range !== undefined) told.push(`lines ${String(range[0])}-${String(range[1])}`);
  if (file.isDeleted) told.push('deleted since');
  return told.length === 0 ? 'searched' : told.join(', ');
}
