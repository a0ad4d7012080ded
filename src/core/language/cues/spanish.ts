import type { RuleCues } from './ruleCues.ts';

const LEAD = '^(?:(?:por favor|porfa|y|pero|además|ok|vale|importante)[\\s,:!]+)*';

export const spanish: RuleCues = {
  none: [
    /^(?:por qué|porqué|cómo|qué|cuál|dónde|cuándo|quién|es normal)(?=\s)/,
    /\bno (?:te|se te) olvid\w+|\bdebe(?:n)?(?: de)? haber\b|\bdeben? de ser\b/,
    /^(?:según|me sale|me salta|me dice|dice que|el error dice)(?=\s)/,
  ],
  constraint: [
    new RegExp(
      `${LEAD}(?:nunca|jamás|evita|siempre (?!se\\b|me\\b|que\\b|falla|ocurre)|s[oó]lo (?:usa|utiliza|modifica|puedes)|nada de|ni un|ningun[oa]?)`,
    ),
    /(?:^|[\s,])no (?:me |lo |la |los |las )?[a-záéíóúñ]+(?:as|es) (?:el|la|los|las|un|una|nada|ning[uú]n|mi|tu|su|en|de|con|más|este|esta|eso|commits?)(?=[\s,.]|$)/,
    /(?:^|[\s,])(?:nunca|jamás) [a-záéíóúñ]+(?:as|es)(?=[\s,.]|$)/,
    /(?:^|[\s,])(?:debe[ns]?|tienen? que|hay que|prohibid[oa]s?|no se (?:puede|debe|toca)n?|no puede[n]?|a partir de ahora|de ahora en adelante|bajo ning[uú]n|en ningún caso|sin (?:mi|excepci[oó]n)|obligatorio|intocables?|como (?:máximo|mucho))(?=[\s,.]|$)/,
    /^(?:usa|utiliza|mantén|escribe|deja|respeta|sigue)(?=\s).*(?:siempre|s[oó]lo|únicamente|nunca|como está|tal cual|igual|intact|todo)/,
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
