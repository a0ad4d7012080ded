import { ruleSentences } from '../language/ruleSentences.ts';

const PERSON = "(?:user|person|developer|programmer|human)(?:['’]s)?";
const ADVERBS =
  '(?: (?:has|had|have|also|then|later|now|first|again|explicitly|specifically|originally|clearly|further))*';
const ENGLISH_VERBS =
  'ask|request|want|need|said|say|told|tell|insist|prefer|decid|demand|instruct|confirm|approv|agree|reject|requir|wish|specif|correct|remind|clarif|chose|choos|stat(?:ed|es)|mention|expect|forb|author|permit|allow|grant|order|command|point';

/** Matches text that reports what the person said or wants, in the languages in which `ruleSentences` finds rules. */
const ATTRIBUTION: readonly RegExp[] = [
  new RegExp(`\\b${PERSON}${ADVERBS} (?:${ENGLISH_VERBS})`, 'i'),
  /\b(?:the )?(?:user|person|developer)['’]s (?:request|wish|instruction|constraint|rule|preference|decision|demand|order|approval)/i,
  /\b(?:asked for|requested|demanded|ordered|approved|authori[sz]ed|confirmed|wanted|instructed) by the (?:user|person)\b/i,
  /\b(?:as|per|at) the (?:user|person)\b|\byou (?:asked|wanted|told|said|requested|approved|confirmed)\b/i,
  /\b(?:nutzer|benutzer|anwender|person)(?:in)? (?:bat|bittet|will|wollte|möchte|verlangt|sagte|forderte|fordert|wünscht|hat)\b/i,
  /\b(?:usuari[oa]|persona) (?:pidi[óo]|pide|quiere|quería|dijo|exig|solicit|prefiere|ha )/i,
  /\b(?:utilisat(?:eur|rice)|personne) (?:demand|a demandé|veut|voulait|souhait|exig|a dit|préf)/i,
  /\bpengguna (?:meminta|minta|ingin|mau|mengatakan|menyuruh|memutuskan)/i,
  /пользовател\S* (?:прос|попрос|хо[чт]|потребов|сказал|велел|реш)/i,
  /(?:用户|使用者)(?:要求|希望|想|说|请求|需要|决定)|ユーザー[はがの]/,
];

/** Matches the end of a question. “Which does the person prefer?”, for example, attributes nothing to the person. */
const ASKS = /[?？][^\p{L}\p{N}?？]{0,8}$/u;
const ASKED = new RegExp(`\\b(?:do|does|did|would|should|will|can|could) (?:the )?${PERSON}\\b`, 'giu');

/** Returns whether a clause attributes something to the person. */
export function speaksForPerson(clause: string): boolean {
  const statement = ASKS.test(clause) ? clause.replace(ASKED, ' ') : clause;
  return ATTRIBUTION.some((pattern) => pattern.test(statement));
}

/**
 * Returns whether a reader would take the clause for a rule. A rule must come from the person or the assistant, not
 * from a tool.
 */
export function readsAsRule(clause: string): boolean {
  return ruleSentences(clause).length > 0;
}
