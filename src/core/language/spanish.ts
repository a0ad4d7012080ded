import type { StandingRules } from './standingRules.ts';

export const spanish: StandingRules = {
  none: [
    /^(?:por qué|porqué|cómo|qué|cuál|dónde|cuándo|quién|hay (?:alguna?|que)\b.*\bo\b|es normal)(?=\s)/,
    /\bno (?:te|se te) olvid\w+/,
    /\bdebe(?:n)?(?: de)? haber\b|\bdebió\b|\bdeben? de ser\b/,
    /^(?:según|me sale|me salta|me dice|dice que|el error dice)(?=\s)/,
  ],
  constraint: [
    /^(?:por favor,? |porfa,? |y |pero |además,? )*(?:nunca|jamás|no (?!sé|entiendo|funciona|veo|puedo|tengo|es\b|está|me\b|hay|se\b|lo\b|era)[a-záéíóúñ]+(?:as|es|s)\b|evita|asegúrate|usa (?:siempre|solo|sólo|únicamente)|utiliza (?:siempre|solo|sólo|únicamente)|siempre (?!se\b|me\b|que\b|falla|ocurre)|solo (?:usa|utiliza|modifica|puedes)|nada de|ni un|cero|ningun[oa]?)/,
    /(?:^|[\s,])(?:debe|deben|debes|tiene que|tienen que|hay que|está prohibid[oa]|prohibid[oa]s?|no se (?:puede|debe|toca|tocan)|a partir de ahora|bajo ning[uú]n|sin mi|de ahora en adelante|en ningún caso|es obligatorio|ha de|han de|solo se [a-záéíóú]+n|no podemos pasarnos|sin excepci[oó]n(?:es)?|intocables?|como máximo|máximo|como mucho)(?=[\s,.]|$)/,
    /(?:^|[\s,])(?:nunca|jamás) [a-záéíóúñ]+(?:as|es)(?=[\s,.]|$)|\bno puede[n]? (?:cambiar|superar|pasar|tocar|depender|salir|romper|crecer|tardar)|\bno (?:toques|cambies|uses|añadas|metas|rompas|subas|modifiques)(?=[\s,.]|$)/,
    /^(?:usa|utiliza|mantén|escribe|deja|respeta|sigue)(?=\s).*(?:siempre|solo|sólo|nunca|como está|tal cual|igual|intact|en (?:inglés|español)|todo)/,
    /(?:me preguntas|pregúntame|consúltame|avísame)(?=[\s,.]|$).*(?:antes|primero|siempre|excepc)|antes de .*(?:pregunt|avís|consúlt)/,
  ],
  correction: [
    /\b(?:eso|esto)\b.*\b(?:está mal|no es|es incorrecto)/,
    /\bno [^,]{2,60}, sino\b|\bcomo supones\b|\bhas (?:traducido|confundido)\b/,
    /\bte (?:equivocaste|has equivocado|confundes|has confundido)\b/,
    /\bme refería\b|\bte dije\b/,
    /\b(?:quise|quería) decir\b/,
    /(?:^|[\s,])(?<!lo que )(?:tú )?(?:pusiste|has puesto|has cambiado|cambiaste|has tocado|has usado)(?=\s)/,
    /\bno es [^,]{2,50}, (?:sino|es)\b/,
  ],
  decision: [
    /^(?:vale,? |ok,? |bueno,? |pues,? |venga,? |entonces,? )*(?:vamos|tiramos|nos vamos) (?:con|a|por)\b/,
    /\b(?:hemos decidido|decidimos|he decidido|nos quedamos con|me quedo con|elijo|optamos|elegimos|usaremos|decidido|descartad[oa]|seguimos con|me decanto|tiramos con|descartamos|dejamos|lo dejamos|aplazamos)\b/,
    /\bvamos a (?:hacerlo|llamar|usar|ir|dejar|quedarnos)\b|^(?:venga|vale|ok)\b.*\bla (?:opción|primera|segunda)\b/,
    /\bmejor (?:usamos|vamos|dejamos)\b/,
  ],
};
