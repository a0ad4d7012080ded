import { tellsFailure } from '../tools/telling.ts';
import { ownStems } from './answers.ts';
import { tellingStems, type SaidTexts } from './saidAgain.ts';
import type { StandingFact } from './standingFacts.ts';
import { isFileTold, isFilePerhapsTold, type FoldersByName } from './toldFile.ts';

/** Returns how sure it is that a fact stands in the texts after a compaction, or does not. */
export function howTold(
  fact: StandingFact,
  after: SaidTexts,
  folders: FoldersByName,
): 'told' | 'perhaps' | 'lost' {
  if (fact.kind === 'file') {
    if (isFileTold(fact.line, after, folders)) return 'told';
    return isFilePerhapsTold(fact.line, after) ? 'perhaps' : 'lost';
  }
  if (isTold(fact, after)) return 'told';
  return fact.isOfItsMoment || mayBeTold(fact, after) ? 'perhaps' : 'lost';
}

/** Of an answer its own words count, as a question is often told without it; of a failure, words that every failure has tell nothing. */
function mayBeTold({ kind, line, pieces }: StandingFact, after: SaidTexts): boolean {
  if (kind === 'failure') return false;
  return after.mayTell(kind === 'decision' ? (pieces[1] ?? line) : line);
}

function isTold(fact: StandingFact, after: SaidTexts): boolean {
  const [asked = '', ...why] = fact.pieces;
  if (fact.kind === 'decision' && why.length > 0) return isAnswerTold(asked, why.join(' '), after);
  if (fact.kind !== 'failure') return after.tells(fact.line);
  if (why.length === 0) return after.namesWhere(asked, saysItFailed);
  return why.some((line) => after.tells(line)) || after.tells(asked, saysItFailed);
}

/** Returns whether an answer is found: by all its own words, or by one of them near the question's. */
function isAnswerTold(question: string, answer: string, after: SaidTexts): boolean {
  const own = ownStems(question, answer);
  const isWithAnswer = (passage: string): boolean => {
    const stems = tellingStems(passage);
    return own.some((stem) => stems.has(stem));
  };
  return after.tells(`${question} ${answer}`, isWithAnswer) || (own.length > 1 && after.tells(answer));
}

function saysItFailed(passage: string): boolean {
  return tellsFailure(passage) || FAILED.test(passage);
}

const FAILED =
  /\b(?:fail|error|broke|crash|refus|reject|declin|denied|cannot|can['’]t|could ?n[o'’]t|wrong|missing|absent|no such|\w*n['’o]t (?:\w+ )?(?:exist|found)|issue|problem|bug|fix)|失败|错误|ошибк|fehl|échou|エラー|失敗/iu;
