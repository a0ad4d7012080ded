import type { RuleCues } from './ruleCues.ts';

/** Matches verbs that report something with “pas” and without “ne”, instead of banning something: “marche pas”. */
const STATE =
  '(?:marche|fonctionne|passe|compile|démarre|répond|trouve|charge|affiche|renvoie|retourne|comprends|sais|vois|peux|arrive|existe|reste|est|ai|suis)';

export const french: RuleCues = {
  none: [
    /^(?:pourquoi|comment|est-ce|qu['’]est|quel(?:le)?s?|où|quand|qui)(?=[\s-])/,
    // Matches duties of the person, and reports of what a program does not do.
    /^(?:et |mais )?(?:je dois|il faut que je)(?=\s)|^n['’]affiche rien|^ne (?:renvoie|retourne) rien/,
    /^ne (?:fonctionne|compile|démarre|répond|trouve|comprends|peux|existe)(?=\s)/,
    /\bn['’]oublie[zs]?\b|\bdoi(?:t|vent) (?:avoir (?:été|eu|\p{L}+é)|être encore)(?=[\s,.]|$)/u,
    // Matches requests to continue the work.
    /^(?:ne t['’]arrêtez? pas|n['’]arrêtez? pas)(?: maintenant)?[.! ]*$/,
    /^(?:selon|d['’]après|ça dit|il dit|le message)(?=\s)/,
  ],
  constraint: [
    /(?:^|[,;:] ?|\b(?:et|mais|surtout,?|s'il te plaît,?|stp,?) )(?:ne |n['’])(?!(?:est|ai|a|y|était|marche|sais|vois)\b).*?\b(?:pas|jamais|rien|aucune?|que|plus)\b/,
    /\b(?:il ne faut (?:pas|jamais|rien)|interdi\w*|doi(?:s|t|vent)|il faut (?:que|toujours)|à partir de maintenant|désormais|dorénavant|en aucun cas|sous aucun prétexte|sans (?:mon|exception)|hors de question|obligatoires?|surtout pas|au (?:maximum|plus))(?=[\s,.]|$)/,
    /\bne (?:change|bouge|touche|modifie|peut|peuvent|doit|doivent)\w* (?:pas|jamais|rien|que)\b|\btu ne \S+ (?:jamais|pas|rien|que)(?=\s)/,
    // Matches colloquial bans without “ne”: “touche pas à la base”.
    new RegExp(
      `(?:^|[,;] ?|\\b(?:et|mais|stp,?) )(?!${STATE}\\b)[a-zéèêç]{2,}(?:e|ds|ts|is) (?:pas|rien|jamais) (?:à|aux?|les?|la|l['’]|d['’]|de|des|dans|sur|mes|ce|cet|cette|ces|ça|sans|avant)(?=[\\s'’]|(?<=['’]))`,
    ),
    /(?:^|[,;] ?|\b(?:et|mais) )(?:il )?faut (?:pas|jamais|rien)(?=\s)/,
    /^(?:toujours(?! (?:(?:la|le|les) m[êe]mes?|pas)(?=\s|$))|jamais|uniquement|pas d(?:e |['’])(?!problème|souci|chance)|aucune?\b(?! (?:idée|problème|souci|différence))|évite[zr]?|merci de (?!ton|ta|votre))(?=\s|\S)/,
    /^(?:utilise|garde|écris|lance|mets|respecte|laisse|reste|réponds?|modifie|change|touche|fais)[zr]?\b.*(?:toujours|uniquement|seulement|jamais|partout|tel|tous|toutes|chaque)/,
    /\bje (?:ne )?veux (?:pas(?! (?:te|t['’]|vous))|que (?:tou|chaque|rien)|aucun|zéro)|\b(?:demande|préviens|montre)[sz]?-moi\b.*\b(?:avant|d['’]abord)\b/,
  ],
  correction: [
    // Matches contrasts at the end of a sentence: “des tabulations, pas des espaces”.
    /^(?!(?:ça|c['’]est|il|elle|on|je|tu|le|la|les)(?=\s|['’])).*[\p{L}\d`"'»)], (?:et )?pas (?!mal|encore|sûr|vrai|grave|toujours|besoin|ici|là|plus)(?:\S+ )?[^\s,]+[.!]?$/u,
    /\bc['’]est (?:faux|incorrect|pas ça|l['’]inverse)(?=[\s,.]|$)|\bce n['’](?:est|était) pas (?:ce que|ça|[^,]{2,50}, (?:c['’]est|mais))/,
    /\btu (?:t['’]es trompé|confonds|as confondu)|\bje (?:parlais|voulais dire)\b|\bj['’]ai (?:dit|demandé)\b/,
  ],
  decision: [
    /\bon (?:part|garde|reste|prend|utilise|abandonne|reporte|laisse tomber)(?=[\s,.]|$)|\bje (?:prends|choisis)\b/,
    /(?:décidé|choisi|tranché)(?=[\s.,]|$)|^(?:partons|gardons|restons|prenons)\b|^va pour\b/,
  ],
};
