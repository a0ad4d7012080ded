import type { Candidate, CandidateSection, NamePool } from './candidates.ts';
import type { CodeBlock } from './codeBlocks.ts';
import type {
  ErrorEvidence,
  Evidence,
  FileEvidence,
  PassageEvidence,
  Place,
  RunEvidence,
  ToldEvidence,
} from './evidence.ts';
import { cited, clipAtWord, quotedLine, unquoted } from './lines.ts';
import { isListOf, namesIn } from './names.ts';
import type { Name, NameTable } from './nameTable.ts';

/** Sentences of one message keep their order. */
const MOST_SENTENCES = 1e6;

/** The sections that the assistant's work fills, each with all lines it could have. */
export function workSections(evidence: Evidence): readonly CandidateSection[] {
  const told = (kinds: readonly ToldEvidence['kind'][], bonus: number): readonly Candidate[] =>
    evidence.told
      .filter(({ kind }) => kinds.includes(kind))
      .map((one, index) => ({ ...toldLine(one, bonus), order: one.at + index / MOST_SENTENCES }));
  return [
    { title: 'Open work', share: 0.06, lines: [...planLines(evidence), ...told(['open'], 0.5)] },
    { title: 'Decisions and causes', share: 0.08, lines: told(['decision', 'cause'], 1) },
    { title: 'Files', share: 0.6, lines: evidence.files.flatMap((file) => fileLines(file, evidence.names)) },
    { title: 'Commands', share: 0.1, lines: evidence.runs.map(runLine) },
    { title: 'Errors', share: 0.04, lines: evidence.errors.map(errorLine) },
    { title: 'Said by the assistant', share: 0.15, lines: told(['statement'], 0) },
    { title: 'Shown in passing', share: 0.1, lines: evidence.passages.flatMap(passageLines) },
  ];
}

function lineAt(
  place: Place,
  line: Pick<Candidate, 'text' | 'names' | 'bonus'> & Partial<Candidate>,
): Candidate {
  return { pools: [], ids: place.ids, order: place.at, ...line };
}

function toldLine(told: ToldEvidence, bonus: number): Candidate {
  const { text, names } = told;
  return lineAt(told, { text: `- ${text}`, names, bonus, isList: isListOf(textsOf(names), text) });
}

function planLines(evidence: Evidence): readonly Candidate[] {
  const { plan, messageCount, names } = evidence;
  if (plan === undefined) return [];
  const words = { open: 'open', active: 'in progress', done: 'done' };
  return plan.items.map((item, index) =>
    lineAt(
      { at: messageCount + index, ids: [plan.id] },
      {
        text: `- ${words[item.state]}: ${item.text}`,
        names: namesIn(item.text).map(names.of),
        bonus: item.state === 'done' ? 1 : 6,
      },
    ),
  );
}

function runLine(run: RunEvidence): Candidate {
  const times = run.runs > 1 ? ` (${String(run.runs)} times)` : '';
  const text = `- ${run.line.text}${times}${outcomeOf(run)}`;
  const pools = [
    { verb: 'names', names: run.names.filter((name) => !run.line.names.includes(name)) },
    ...run.blocks.flatMap((block) => poolsOf(block, 'showed')),
  ];
  return lineAt(run, {
    text,
    names: run.line.names,
    bonus: (run.isCommand ? 0.6 : 0.1) * Math.log2(1 + run.runs),
    pools,
  });
}

function outcomeOf(run: RunEvidence): string {
  const code = run.exitCode === undefined ? '' : ` (exit ${String(run.exitCode)})`;
  const told = run.isFailure ? ` → failed${code}` : ' → ok';
  if (run.outcome === undefined) return run.isFailure ? told : '';
  return ` ${cited(told.trim(), unquoted(clipAtWord(run.outcome, 100)))}`;
}

function errorLine(error: ErrorEvidence): Candidate {
  const text = `- ${error.isFixed ? 'since fixed: ' : ''}${cited(error.of, error.line.text)}`;
  return lineAt(error, { text, names: error.line.names, bonus: error.isFixed ? 0 : 1 });
}

function fileLines(file: FileEvidence, table: NameTable): readonly Candidate[] {
  const top = file.blocks.find(({ block, isWritten }) => block.head === '' && !isWritten);
  const head = lineAt(file, {
    text: `${quotedLine(file.path)}: ${operationsOf(file)}`,
    names: [table.of(file.path)],
    bonus: file.edits > 0 || file.isWritten ? 1 : 0,
    pools: top === undefined ? [] : poolsOf(top.block, 'holds'),
  });
  const definitions = file.blocks.flatMap((one, order) => {
    const { block, isWritten, ids } = one;
    if (one === top) return [];
    const text = `  ${block.head === '' ? `edit ${ids.at(-1) ?? ''}` : block.head}`;
    const bonus = block.head === '' ? 0 : isWritten ? 0.3 : 0.1;
    return [{ text, names: block.headNames, ids, order, bonus, parent: head, pools: poolsOf(block, 'uses') }];
  });
  return [head, ...definitions];
}

function passageLines(passage: PassageEvidence): readonly Candidate[] {
  const by = passage.by === 'assistant' ? 'code in an answer' : 'given by the person or the client';
  return passage.blocks.map((block) =>
    lineAt(passage, {
      text: block.head === '' ? `- ${by}` : `- ${cited(by, block.head)}`,
      names: block.headNames,
      bonus: 0,
      pools: poolsOf(block, 'uses'),
    }),
  );
}

/** What a block's names are to it. */
function poolsOf({ stretches }: CodeBlock<Name>, usesVerb: string): readonly NamePool[] {
  return stretches.flat().map(({ role, names }) => ({ verb: role === 'uses' ? usesVerb : role, names }));
}

function operationsOf(file: FileEvidence): string {
  const told: string[] = [];
  if (file.isWritten) told.push('written');
  if (file.edits > 0) told.push(file.edits > 1 ? `edited ${String(file.edits)} times` : 'edited');
  if (file.reads > 0) told.push('read');
  if (file.range !== undefined) told.push(`lines ${String(file.range[0])}-${String(file.range[1])}`);
  if (file.isDeleted) told.push('deleted since');
  return told.length === 0 ? 'searched' : told.join(', ');
}

function textsOf(names: readonly Name[]): readonly string[] {
  return names.map(({ text }) => text);
}
