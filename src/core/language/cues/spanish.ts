import type { RuleCues } from './ruleCues.ts';

/** Matches words with which “no …” states something: “no tienes”, “no entiendes”, “no todas”. */
const STATE =
  '(?:entiendes|comprendes|sabes|puedes|tienes|quieres|crees|estás|debes|necesitas|haces|dices|recuerdas|pareces|todas)(?![a-zñáéíóú])';
/**
 * Matches imperatives after “no”. They are listed one by one, since other words have the same endings: “no pages”, “no
 * todas”.
 */
const BANNED =
  '(?:hagas|uses|utilices|toques|cambies|modifiques|edites|borres|elimines|quites|añadas|agregues|metas|pongas|instales|actualices|escribas|ejecutes|lances|subas|muevas|renombres|rompas|refactorices|traduzcas|expliques|inventes|asumas|generes|comentes|comitees|pushees|mergees)(?![a-zñáéíóú])(?! of| for)';
const LEAD = '^(?:(?:por favor|porfa|y|pero|además|ok|vale|importante)[\\s,:!]+)*';

export const spanish: RuleCues = {
  none: [
    /^(?:por qué|porqué|cómo|qué|cuál|dónde|cuándo|quién|es normal)(?=\s)/,
    // Matches exclamations.
    /^(?:no puede ser|nada de nada)[.!]*$/,
    /\bno (?:te|se te) olvid\w+|\bdebe(?:n)?(?: de)? haber\b|\bdeben? de ser\b/,
    /^(?:según|me sale|me salta|me dice|dice que|el error dice)(?=\s)/,
  ],
  constraint: [
    new RegExp(
      `${LEAD}(?:nunca (?!(?:lo |la |me )?(?:hab[ií]a|he |ha |vi\\b))|jamás|evita|m[aá]ximo \\d|siempre (?!se\\b|me\\b|que\\b|falla|ocurre)|s[oó]lo (?:usa|utiliza|modifica|puedes)|nada de|ni un|ningun[oa]?)`,
    ),
    new RegExp(
      `(?:^|[\\s,])no (?:me |lo |la |los |las )?(?!${STATE})[a-záéíóúñ]+(?:as|es) (?:el|la|los|las|un|una|nada|ning[uú]n|mi|tu|su|en|de|con|más|este|esta|eso|commits?)(?=[\\s,.]|$)`,
    ),
    new RegExp(`(?:${LEAD}|[,;] ?|\\by )no (?:me |lo |la |los |las |le |les )?${BANNED}`),
    /\bno quiero (?!decir|molestar|que me|que te)[a-zñáéíóú]/,
    /(?:^|[\s,])(?:nunca|jamás) [a-záéíóúñ]+(?:as|es)(?=[\s,.]|$)/,
    /(?:^|[\s,])(?:debe[ns]?|tienen? que|hay que|prohibid[oa]s?|no se (?:debe|toca)n?|no (?:se )?puede[n]?(?! (?:conectar|abrir|cargar|encontrar|acceder|iniciar|arrancar|compilar)(?=[\s,.]|$))|a partir de ahora|de ahora en adelante|bajo ning[uú]n|en ningún caso|sin (?:mi|excepci[oó]n)|obligatorio|intocables?|como (?:máximo|mucho))(?=[\s,.]|$)/,
    /^(?:usa|utiliza|mantén|escribe|deja|respeta|sigue|responde|contesta|modifica|cambia|edita|ejecuta|haz|pon)(?=\s).*(?:siempre|s[oó]lo|únicamente|nunca|como está|tal cual|igual|intact|todo)/,
    /(?:pregúntame|consúltame|avísame|me preguntas)(?=[\s,.]|$)/,
  ],
  correction: [
    /\bno [^,]{2,60}, (?:sino|es)\b|\beso (?:está mal|no es)|\bte (?:equivocaste|has equivocado|has confundido)\b/,
    /\bme refería\b|\bte dije\b|\bqu(?:ise|ería) decir\b/,
  ],
  decision: [
    /\b(?:hemos decidido|decidimos|he decidido|(?:nos|me) qued(?:amos|o) con|elijo|optamos|elegimos|usaremos|descartamos|lo dejamos|aplazamos|seguimos con)\b/,
    /(?:^|[\s,])(?:vamos|tiramos) con\b|\bvamos a (?:usar|dejar|hacerlo)\b|\bmejor (?:usamos|vamos|dejamos)\b/,
  ],
};
