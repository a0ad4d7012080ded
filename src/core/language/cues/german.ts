import type { RuleCues } from './ruleCues.ts';

/** Matches a participle at the end of a sentence, as in “nicht gefunden”, which reports something. */
const PARTICIPLE =
  '(?:(?:an|auf|aus|ein|mit|vor|ab|zu|durch|nach)?ge\\S+|\\S*(?:standen|handen|lassen))[.!]*$';
/** Matches participles of what programs do, so that “wird nicht angezeigt” is a report, unlike “wird nicht gepusht”. */
const DONE_BY_PROGRAM =
  '(?:(?:an|aus|auf|dar)?ge(?:zeigt|führt|löst|rufen|stellt|funden|laden|schlossen|öffnet|startet|baut)|erkannt|übernommen|aktualisiert|kompiliert|gerendert)';
const LEAD =
  '^(?:(?:bitte|und|aber|also|auch|ok|okay|ja|nein|danke|kein problem|wichtig|übrigens)[\\s,:!]+)*';

export const german: RuleCues = {
  none: [
    /^(?:warum|wieso|weshalb|wie|was|wo|wer|wann|welche\w*|gibt es|(?:ist|kann|muss|darf) (?:das|es|der|die|man))(?=\s)/,
    /\bvergiss\b|\bmuss (?:wohl|irgend|ja)\b|\bmuss\b.*\b(?:gewesen sein|worden sein|haben)[.!]?$/,
    // Matches duties of the person, guesses, and reports of what a program does not do.
    /^(?:und |aber |also |sorry,? )*ich (?:muss|musste|brauche(?! kein))\b|\bmuss a[nm]\b.*\bliegen\b/,
    new RegExp(`\\b(?:wird|werden|wurden?)\\b.*\\b(?:nicht|nur|keine?)\\b.*${DONE_BY_PROGRAM}[.!]*$`),
    /^laut\b|\bda steht\b|\b(?:sagt|meldet|kommt)\b.*\b(?:fehler|meldung|compiler|log)\b/,
  ],
  constraint: [
    /\b(?:auf keinen fall|unter keinen umständen|niemals|ab (?:jetzt|sofort)|von jetzt an|künftig|ausschließlich|grundsätzlich|durchgehend|stets|ohne (?:ausnahme|meine)|verboten|nicht erlaubt|zwingend|tabu|nichts (?:verloren|zu suchen))\b/,
    /\b(?:muss|müssen|musst)\b|\b(?:darf|dürfen|darfst|soll(?:en|st)?|wird|werden)\b.*\b(?:nicht|nichts|nie|nur|kein\w*|immer|bleiben)\b/,
    new RegExp(
      `${LEAD}(?:immer(?! noch)|nie(?! (?:gesehen|gehört))|nur|kein\\w*(?! (?:ahnung|problem|thema|sorge|stress|unterschied)\\b)|vermeide\\w*|halte? dich|finger weg)(?![\\wäöüß])`,
    ),
    new RegExp(
      `${LEAD}(?!(?:die|eine|keine|meine|diese|seine|ihre|alle|viele|heute|gerne?)\\b)(?:[a-zäöüß]+e|füge|nimm|lass\\w*|schreib|nutz|benutz|fass|rühr|mach|push|merg|lösch|änder|setz|pack|installier)\\b.*\\b(?:nichts?|nie|immer|nur|kein\\w*|unverändert|in ruhe)(?![\\wäöüß])`,
    ),
    // Matches bans in the infinitive: “nicht committen!”, “nichts löschen”.
    new RegExp(`${LEAD}nichts? (?!zu |(?:.* )?${PARTICIPLE})(?:.* )?[a-zäöüß]{2,}e?[lr]?n[.!]*$`),
    /^(?:vor|nach|bei) jede[rmn]\b(?!.*\b(?:stürzt|crasht|hängt|kommt)\b)|\b(?:höchstens|maximal|mindestens) \d/,
    /\b(?:frag|sag|zeig|melde?)\b.*\b(?:vorher|zuerst|erst|bevor)\b/,
    /\bich (?:möchte|will|mag) (?:keine?|nicht|nie|nur|immer)\b/,
  ],
  correction: [
    // Matches contrasts at the end of a sentence: “Tabs, nicht Leerzeichen”.
    /^(?!(?:es|das|der|die|er|sie|ich|da)\s).*[\wäöüß`"')], (?:und )?nicht (?!wahr|so|nur|mehr|dass|weil|gut|schlecht|schlimm|nötig)(?:\S+ )?[^\s,]+[.!]?$/,
    /\bnicht [^,]{2,50}, sondern\b|\b(?:das|es) (?:ist|war) (?:falsch|nicht richtig|d(?:ie|er|as) falsche)\b|\bstimmt (?:so )?nicht\b/,
    /\bich (?:meinte|sagte|habe gesagt)\b|\bdu (?:hast|verwechselst)\b.*\b(?:falsch\w*|missverstanden|verwechselt)\b/,
  ],
  decision: [
    /\bwir (?:nehmen|bleiben|verwenden|nutzen|behalten|lassen|verschieben|streichen)\b|\b(?:nehmen|lassen|bleiben|verwenden|nutzen) wir\b/,
    /\b(?:entschieden|beschlossen|entscheide mich|abgemacht)\b|\blasst? uns\b/,
  ],
};
