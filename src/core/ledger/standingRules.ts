/**
 * How people say what holds from now on, by language. The rules look for how a sentence is built (an imperative with
 * "never", a duty with "must"), not for its subject. Sentences are tried in lower case, questions never.
 */
export interface StandingRules {
  readonly constraint: readonly RegExp[];
  readonly correction: readonly RegExp[];
  readonly decision: readonly RegExp[];
}

/** Words before the imperative: "please also never …", "whatever you do, don't …". */
const EN_LEAD =
  '^(?:(?:please|also|and|but|so|ok|okay|oh|then|again|important|note|reminder|rule|constraint|btw|by the way|one more thing|whatever you do|in general|for this|here|you)[\\s,:;!—–-]+)*';

const english: StandingRules = {
  constraint: [
    new RegExp(
      `${EN_LEAD}(?:never|always|do ?n[o']t|do not|don’t|only|avoid|ensure|make sure|be sure|be careful|remember|keep|stick (?:to|with)|follow|prefer|refrain|preserve|respect|limit|restrict|leave)\\b`,
    ),
    new RegExp(`${EN_LEAD}(?:make|add|use|write|introduce|allow) no\\b`),
    new RegExp(`${EN_LEAD}use\\b.*\\b(?:not|only|instead of|rather than|never|everywhere|throughout)\\b`),
    /^no (?!(?:i|it|that|this|you|we|they|problem|idea|wait|need|worries|thanks|way|one|the|there)\b)[\w.]+ /,
    /\b(?:must|shall|mustn['’]t|has to|have to stay|needs? to (?:be|stay|remain)|(?:is|are) (?:required|mandatory|forbidden|prohibited|off[- ]limits)|not allowed|may (?:only|not|never)|should (?:never|always|not|only|stay|remain|be)|shouldn['’]t)\b/,
    /\b(?:every|each|all|any)\b.*\b(?:should|must|has to|have to|needs?)\b/,
    /\b(?:we|you) (?:can(?:no|['’])t|cannot|mustn['’]t|never|always|only)\b/,
    /\b(?:from now on|under no circumstances?|at all costs|whatever you do|without (?:my|our|asking)|at no point|going forward|in future|by no means|unless i)\b/,
    /^(?:whenever|before (?:each|every|any)|after (?:each|every|any)|for (?:each|every))\b/,
    /\bi (?:don['’]?t|do not|never) want\b/,
    /\bi (?:want|need) (?:you to |everything |all |every )(?:\w+ ){0,3}(?:always|never|only|not|every|keep)\b/,
    /\bit(?:['’]s| is) (?:important|essential|crucial|critical|mandatory) (?:that|to)\b/,
    /\b(?:is|are) read[- ]only\b/,
    /\b(?:no more than|at most|at least|must not exceed) \d/,
  ],
  correction: [
    /^(?:no|nope|wait|stop|hold on|sorry)[,.!:—–]/,
    /\b(?:that|this|it|you)(?:['’]s| is| was|['’]re| are)? ?(?:wrong|incorrect|not right|not what i|not correct|mistaken)\b/,
    /\bthat isn['’]t (?:right|correct|what)\b/,
    /\byou (?:misunderst\w+|forgot|missed|got .* wrong|broke|edited the wrong)\b/,
    /(?<!(?:exactly|just) what )\bi (?:said|meant|asked for|was talking about|told you)\b/,
    /^not (?:the|that|this|a|in|there)\b/,
    /^actually\b/,
  ],
  decision: [
    /\b(?:let['’]?s|let us) (?:go|stick|use|keep|take|do|stay|postpone|drop|skip|move|leave|adopt|start|make|not)\b/,
    /\b(?:i|we)(?:['’]ve| have)? (?:decided|agreed|settled|chose|choose|pick|picked|opt)\b/,
    /\bwe(?:['’]ll| will| are going to|['’]re going) (?:use|go|keep|take|stick|stay|with|postpone|drop|skip)\b/,
    /^(?:agreed|decision)\b/,
    /\bi(?:['’]d| would) (?:rather|prefer)\b/,
    /\bgoing with\b/,
  ],
};

const indonesian: StandingRules = {
  constraint: [
    /\b(?:jangan|dilarang|tidak boleh|gak boleh|nggak boleh|tak boleh|hindari|wajib|harus|mesti|pastikan|mulai sekarang|tanpa (?:izin|persetujuan)|selalu (?!saja|gagal|error|rusak)|hanya boleh|cukup gunakan)\b/,
    /^(?:tolong |mohon )?(?:gunakan|pakai) (?:hanya|selalu)\b/,
    /\b(?:gunakan|pakai)\b.*\b(?:saja|bukan)\b(?!.*\bkita\b)/,
  ],
  correction: [
    /^(?:bukan|salah|tidak,|nggak,|kamu (?:keliru|salah))/,
    /\bmaksud (?:saya|ku)\b/,
    /\bseharusnya\b/,
  ],
  decision: [
    /\b(?:kita|saya|kami) (?:pakai|putuskan|memutuskan|pilih|memilih|sepakat|tetap|jadi)\b/,
    /\bdiputuskan\b/,
  ],
};

const german: StandingRules = {
  constraint: [
    /\b(?:auf keinen fall|keinesfalls|unter keinen umständen|niemals|ab (?:jetzt|sofort)|von jetzt an|künftig|ausschließlich|ohne meine|verboten|nicht erlaubt|zwingend)\b/,
    /\b(?:darf|dürfen|darfst|soll(?:en|st)?)\b.*\b(?:nicht|nichts|nie|nur|kein\w*|niemals|immer)\b/,
    /\b(?:muss|müssen|musst)\b/,
    /^(?:bitte |und |aber )*(?:immer|nie|niemals|nur|kein\w*|vermeide\w*|achte|stell\w* sicher|halte dich|lass\w* .*(?:unverändert|in ruhe))(?![\wäöüß])/,
    /^(?:bitte |und |aber )*(?:[a-zäöüß]+e|füge|nimm|lass|schreib|nutz|verwend\w*)\b.*\b(?:nicht|nie|niemals|immer|nur|kein\w*)(?![\wäöüß])/,
    /\bimmer (?:erst|zuerst)\b/,
  ],
  correction: [
    /^(?:nein|halt|stopp|moment|doch nicht)\b[, ]/,
    /\b(?:das|es) (?:ist|war) (?:falsch|nicht richtig|nicht korrekt)\b/,
    /\bich (?:meinte|sagte|habe gesagt)\b/,
    /\bdu hast .*(?:falsch|vergessen|missverstanden)/,
    /^nicht .* sondern\b/,
  ],
  decision: [
    /\bwir (?:nehmen|bleiben|machen es|verwenden|nutzen|behalten|einigen)\b/,
    /\b(?:entschieden|beschlossen|entscheide mich)\b/,
    /\blass(?:t)? uns\b/,
  ],
};

const spanish: StandingRules = {
  constraint: [
    /^(?:por favor,? |y |pero |además,? )*(?:nunca|jamás|no (?!sé|entiendo|funciona|veo|puedo|tengo|es\b|está|me\b|hay|se\b|lo\b|era)[a-záéíóúñ]+(?:as|es|s)\b|evita|asegúrate|usa (?:siempre|solo|sólo|únicamente)|utiliza (?:siempre|solo|sólo|únicamente)|siempre (?!se\b|me\b|que\b|falla|ocurre)|solo (?:usa|utiliza|modifica|puedes))/,
    /(?:^|[\s,])(?:debe|deben|debes|tiene que|tienen que|hay que|está prohibid[oa]|prohibido|no se (?:puede|debe)|a partir de ahora|bajo ning[uú]n|sin mi|de ahora en adelante|en ningún caso|es obligatorio)(?=[\s,.]|$)/,
    /^(?:usa|utiliza|mantén|escribe)\b.*\b(?:siempre|solo|sólo|nunca)\b/,
  ],
  correction: [
    /^no, /,
    /\b(?:eso|esto) (?:está mal|no es|es incorrecto)/,
    /\bte (?:equivocaste|has equivocado)\b/,
    /\bme refería\b/,
    /\b(?:quise|quería) decir\b/,
  ],
  decision: [
    /^(?:vale,? |ok,? )*vamos con\b/,
    /\b(?:hemos decidido|decidimos|he decidido|nos quedamos con|elijo|optamos|elegimos|usaremos)\b/,
  ],
};

const french: StandingRules = {
  constraint: [
    /^(?:s'il te plaît,? |et |mais )*(?:ne |n['’])(?!(?:est|ai|a|y|était|marche|sais|vois)\b).*?\b(?:pas|jamais|rien|aucun|aucune|que|plus)\b/,
    /\b(?:il ne faut (?:pas|jamais|rien)|interdi\w*|doi(?:s|t|vent)|il faut (?:que|toujours)|à partir de maintenant|désormais|dorénavant|en aucun cas|sous aucun prétexte|sans mon)(?=[\s,.]|$)/,
    /(?:^|[\s,])(?:à partir de maintenant|évite[zr]?|assure[zr]?-(?:toi|vous))(?=[\s,.]|$)/,
    /^(?:utilise|garde|écris|lance|mets|emploie)[zr]?\b.*\b(?:toujours|uniquement|seulement|jamais)\b/,
    /^(?:toujours|jamais|uniquement|pas de|aucun|aucune)\s/,
  ],
  correction: [
    /^non, /,
    /\bc['’]est (?:faux|incorrect|pas ça)\b/,
    /\btu t['’]es trompé/,
    /\bje (?:parlais|voulais dire)\b/,
    /\bce n['’]est pas (?:ce que|ça|correct)/,
  ],
  decision: [
    /\bon (?:part|garde|reste|prend|utilise|va (?:utiliser|prendre|partir|garder))\b/,
    /\b(?:décidé|choisis|choisi)(?=[\s.,]|$)/,
    /^(?:partons|gardons|restons)\b/,
  ],
};

/** Chinese, Japanese and Russian have no word boundary that `\b` knows. */
const chinese: StandingRules = {
  constraint: [
    /不要|不能(?!用了)|不可以?|不得|不准|不许|禁止|请勿|切勿|勿|千万别|别再?(?:改|动|删|用|加|碰)|始终|总是要|必须|务必|一律|只能|只用|只允许|确保|保证|避免|从现在起|从现在开始|今后|以后都|没有我的/,
  ],
  correction: [/^不对|^不是|^错了|我说的是|我的意思是|改错|弄错|搞错|应该是/],
  decision: [/决定|就用|就按|采用|选择|选第|我们用|定下来/],
};

const japanese: StandingRules = {
  constraint: [
    /(?:しない|使わない|触らない|変えない|消さない)(?:で(?!す)|こと|ように)|ないでください|ないこと|してはいけ|ては(?:いけ|なら)|てはだめ|禁止|必ず|絶対に|常に|今後は|これからは|のみ(?:を)?使|だけを?使|厳禁|ようにしてください|勝手に/,
  ],
  correction: [/^(?:違い?ます|違う|いや|いいえ)|そうではなく|そうじゃなく|間違って|のことです/],
  decision: [/決めました|決定|にしましょう|いきましょう|を採用|でいこう|にします/],
};

const russian: StandingRules = {
  constraint: [
    /(?:^|[\s,])(?:никогда не (?!понимал|видел|работал|знал|было|был)|нельзя|запрещено|запрещается|всегда (?:используй|пиши|запускай|проверяй|делай)|должн[аоы]?|обязательно|обязан[аоы]?|убедись|отныне|впредь|избегай|только (?:через|после)|ни в коем случае|ни при каких|без моего)(?=[\s,.]|$)/,
    /(?:^|[\s,])никогда не /,
    /^(?:пожалуйста,? |и |но )*не (?!работает|понимаю|знаю|вижу|могу|помогло|так)[а-яё]+(?:й|ь|йте|ьте|и|ите)\s/,
    /^(?:пожалуйста,? )*(?:используй|пиши|применяй)(?:те)? (?:только|всегда)/,
  ],
  correction: [
    /^(?:нет|стоп|подожди|погоди),? /,
    /имел[аи]? в виду/,
    /(?:это|так) (?:неправильно|неверно|не то)/,
    /^ты .*не т(?:от|у|о|е)(?=[\s.,]|$)/,
  ],
  decision: [
    /(?:решили|решил|решено|выбираю|выбрали|договорились)(?=[\s,.]|$)/,
    /^давай(?:те)? (?:останов|использ|возьм|остав)/,
  ],
};

export const standingRules: readonly StandingRules[] = [
  english,
  indonesian,
  german,
  spanish,
  french,
  chinese,
  japanese,
  russian,
];
