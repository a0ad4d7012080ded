import type { StandingRules } from './standingRules.ts';

const LEAD = '^(?:(?:bitte|und|aber|also|auch|außerdem|ach|ok|okay|wichtig|noch was|übrigens)[\\s,:!]+)*';

export const german: StandingRules = {
  none: [
    /^(?:warum|wieso|weshalb|wie|was|wo|wer|wann|welche\w*|gibt es|ist (?:das|es|der|die)|kann man|muss man|darf man)(?=\s)/,
    /\bvergiss (?:bitte )?nicht\b|\bnicht vergessen\b/,
    /\bmuss (?:wohl|irgend|da|ja)\b|\bmuss\b.*\b(?:gewesen sein|worden sein|haben)[.!]?$/,
    /\b(?:laut|steht|stand|heißt es|sagt|meldet|kommt)\b.*\b(?:doku|handbuch|fehler|meldung|compiler|code|log)\b|^laut\b|\bda steht\b/,
  ],
  constraint: [
    /\b(?:auf keinen fall|keinesfalls|unter keinen umständen|niemals|ab (?:jetzt|sofort)|von jetzt an|künftig|ausschließlich|ohne meine|verboten|nicht erlaubt|zwingend|grundsätzlich|durchgehend|ausnahmslos|stets|durchgängig|ohne ausnahme|tabu|nirgends|nirgendwo|nichts verloren|hat nichts zu suchen|haben nichts zu suchen|solange wir)\b/,
    /\b(?:darf|dürfen|darfst|soll(?:en|st)?)\b.*\b(?:nicht|nichts|nie|nur|kein\w*|niemals|immer|bleiben)\b/,
    /\b(?:muss|müssen|musst)\b/,
    new RegExp(
      `${LEAD}(?:immer|nie|niemals|nur|kein\\w*|vermeide\\w*|achte|stell\\w* sicher|halte? dich|finger weg|lass\\w* .*(?:unverändert|in ruhe|so|weg|stehen))(?![\\wäöüß])`,
    ),
    new RegExp(
      `${LEAD}(?!(?:die|eine|keine|meine|diese|seine|ihre|alle|viele|heute|gerne?|leute)\\b)(?:[a-zäöüß]+e|füge|nimm|lass|schreib|nutz|verwend\\w*)\\b.*\\b(?:nicht|nie|niemals|immer|nur|kein\\w*)(?![\\wäöüß])`,
    ),
    /\bimmer (?:erst|zuerst)\b|^(?:vor|nach|bei) jede[rmn]\b/,
    /\b(?:frag|sag|zeig|melde?)\b.*\b(?:vorher|zuerst|erst|bevor|bescheid)\b|\bbevor du\b.*\b(?:frag|sag|zeig|melde)/,
    /\b(?:höchstens|maximal|mindestens|nicht (?:mehr|länger|größer) als|unter) \d/,
    /\b(?:wird|werden)\b.*\b(?:nichts?|nie|kein\w*|nur|immer)\b.*\b(?:angefasst|geändert|verwendet|benutzt|eingecheckt|committet|gemergt|hinzugefügt|eingeführt|gelöscht)\b/,
    /\bpro (?:änderung|commit|datei|funktion|pr|test|modul)\b|\bjedes mal\b/,
    /\bich (?:möchte|will) (?:keine?|nicht|nie|überall|immer)\b/,
  ],
  correction: [
    /\b(?:das|es) (?:ist|war) (?:falsch|nicht richtig|nicht korrekt|die falsche|der falsche|das falsche)\b/,
    /\b(?:stimmt|passt) (?:so )?nicht\b/,
    /\bbei dir (?:steht|ist|fehlt)\b/,
    /\bich (?:meinte|sagte|habe gesagt|meine)\b/,
    /\bdu (?:hast|gehst|denkst|verwechselst)\b.*\b(?:falsch\w*|vergessen|missverstanden|andersrum|verwechselt|aber|aus|nicht)\b/,
    /^nicht .*,? sondern\b/,
    /\bist (?:nicht|kein\w*) [^,]{2,50}, sondern\b/,
  ],
  decision: [
    /\bwir (?:nehmen|bleiben|machen(?: es| das)?|verwenden|nutzen|behalten|einigen|lassen|verschieben|streichen|setzen|gehen)\b/,
    /\b(?:nehmen|machen|lassen|bleiben|verwenden|nutzen|verschieben|streichen|setzen) wir\b/,
    /\b(?:entschieden|beschlossen|entscheide mich|steht fest|abgemacht|entscheidung)\b/,
    /\blass(?:t)? uns\b/,
    /^(?:gut|ok|okay|also|na gut)?,? ?dann (?:eben |halt |doch |also )?\S+(?: \S+)?[.!]?$/,
  ],
};
