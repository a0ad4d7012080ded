import type { RuleCues } from './ruleCues.ts';

const LEAD = '^(?:(?:bitte|und|aber|also|auch|ok|okay|wichtig|übrigens)[\\s,:!]+)*';

export const german: RuleCues = {
  none: [
    /^(?:warum|wieso|weshalb|wie|was|wo|wer|wann|welche\w*|gibt es|(?:ist|kann|muss|darf) (?:das|es|der|die|man))(?=\s)/,
    /\bvergiss\b|\bmuss (?:wohl|irgend|ja)\b|\bmuss\b.*\b(?:gewesen sein|worden sein|haben)[.!]?$/,
    /^laut\b|\bda steht\b|\b(?:sagt|meldet|kommt)\b.*\b(?:fehler|meldung|compiler|log)\b/,
  ],
  constraint: [
    /\b(?:auf keinen fall|unter keinen umständen|niemals|ab (?:jetzt|sofort)|von jetzt an|künftig|ausschließlich|grundsätzlich|durchgehend|stets|ohne (?:ausnahme|meine)|verboten|nicht erlaubt|zwingend|tabu|nichts (?:verloren|zu suchen))\b/,
    /\b(?:muss|müssen|musst)\b|\b(?:darf|dürfen|darfst|soll(?:en|st)?|wird|werden)\b.*\b(?:nicht|nichts|nie|nur|kein\w*|immer|bleiben)\b/,
    new RegExp(`${LEAD}(?:immer|nie|nur|kein\\w*|vermeide\\w*|halte? dich|finger weg)(?![\\wäöüß])`),
    new RegExp(
      `${LEAD}(?!(?:die|eine|keine|meine|diese|seine|ihre|alle|viele|heute|gerne?)\\b)(?:[a-zäöüß]+e|füge|nimm|lass\\w*|schreib|nutz)\\b.*\\b(?:nicht|nie|immer|nur|kein\\w*|unverändert|in ruhe)(?![\\wäöüß])`,
    ),
    /^(?:vor|nach|bei) jede[rmn]\b|\b(?:höchstens|maximal|mindestens) \d/,
    /\b(?:frag|sag|zeig|melde?)\b.*\b(?:vorher|zuerst|erst|bevor)\b/,
    /\bich (?:möchte|will) (?:keine?|nicht|nie|nur|immer)\b/,
  ],
  correction: [
    /\bnicht [^,]{2,50}, sondern\b|\b(?:das|es) (?:ist|war) (?:falsch|nicht richtig|d(?:ie|er|as) falsche)\b|\bstimmt (?:so )?nicht\b/,
    /\bich (?:meinte|sagte|habe gesagt)\b|\bdu (?:hast|verwechselst)\b.*\b(?:falsch\w*|missverstanden|verwechselt)\b/,
  ],
  decision: [
    /\bwir (?:nehmen|bleiben|verwenden|nutzen|behalten|lassen|verschieben|streichen)\b|\b(?:nehmen|lassen|bleiben|verwenden|nutzen) wir\b/,
    /\b(?:entschieden|beschlossen|entscheide mich|abgemacht)\b|\blasst? uns\b/,
  ],
};
