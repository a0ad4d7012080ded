import { isConfirmation } from '../context/chitchat.ts';
import { personTextOf } from '../session/message.ts';
import type { SessionMessage } from '../session/session.ts';
import type { Candidate, CandidateSection } from './candidates.ts';
import type { StandingKind } from './standing/standingSentences.ts';
import type { MessageFacts } from './facts.ts';
import { cited, clipAtWord, quotedLine } from './lines.ts';
import { namesIn } from './names.ts';
import { QUOTATION, withoutQuotedLines } from './sentences.ts';
import type { NameTable } from './nameTable.ts';
import type { Standing } from './standing/standing.ts';
import { isReversed } from './standing/standing.ts';

/** Shares of the budget; what the person said comes before what was done. */
const CONSTRAINT_SHARE = 0.25;
const REQUEST_SHARE = 0.12;
/** Characters; the first request, which all others hang on, may be longer. */
const LONGEST_FIRST_REQUEST = 2000;
const LONGEST_REQUEST = 500;
/** Requests are told by their beginnings where the budget is small: a character for so many tokens. */
const SHORTEST_REQUEST = 120;
const TOKENS_A_CHARACTER = 20;
/** The first request may be so many times longer than others. */
const FIRST_IS_LONGER = 4;
/** Before any name: constraints, then corrections, then decisions, then the first request. */
const STANDING_BONUS: Readonly<Record<StandingKind, number>> = {
  constraint: 1000,
  correction: 500,
  decision: 300,
};
const FIRST_REQUEST_BONUS = 100;

/** What the person said that holds from then on, word for word. A decision that was taken back is marked. */
export function constraintSection(standing: readonly Standing[], table: NameTable): CandidateSection {
  const lines = standing.map((one): Candidate => {
    const mark = one.kind === 'decision' && isReversed(one, standing) ? 'since changed: ' : '';
    const bonus = mark === '' ? STANDING_BONUS[one.kind] : 1;
    return {
      text: `- ${mark}${one.text}`,
      names: namesIn(one.text).map(table.of),
      ids: [one.id],
      order: one.at,
      bonus,
      pools: [],
    };
  });
  return { title: 'Constraints', share: CONSTRAINT_SHARE, lines };
}

/** What the person asked, the first request before all others, newer ones before older ones. */
export function requestSection(
  messages: readonly SessionMessage[],
  facts: readonly MessageFacts[],
  { table, budgetTokens }: { table: NameTable; budgetTokens: number },
): CandidateSection {
  const lines: Candidate[] = [];
  const room = Math.max(SHORTEST_REQUEST, Math.floor(budgetTokens / TOKENS_A_CHARACTER));
  messages.forEach(({ id, message }, at) => {
    const asked = message.role === 'user' ? personTextOf(message).slice(0, 2 * LONGEST_FIRST_REQUEST) : '';
    const most = lines.length === 0 ? LONGEST_FIRST_REQUEST : LONGEST_REQUEST;
    const own = quotedLine(withoutQuotedLines(asked));
    const text = clipAtWord(
      own === '' ? cited(QUOTATION, asked) : own,
      Math.min(most, lines.length === 0 ? FIRST_IS_LONGER * room : room),
    );
    if (asked.trim() === '' || text === '' || isConfirmation(asked)) return;
    const bonus = lines.length === 0 ? FIRST_REQUEST_BONUS : 2 + (2 * at) / messages.length;
    const names = namesIn(text).map(table.of);
    const others = (facts[at]?.names ?? []).map(table.of).filter((name) => !names.includes(name));
    const pools = [{ verb: 'names', names: others }];
    lines.push({ text: `- ${text}`, names, ids: [id], order: at, bonus, pools });
  });
  return { title: 'Requests', share: REQUEST_SHARE, lines };
}
