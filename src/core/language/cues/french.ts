import type { RuleCues } from './ruleCues.ts';

export const french: RuleCues = {
  none: [
    /^(?:pourquoi|comment|est-ce|qu['’]est|quel(?:le)?s?|où|quand|qui)(?=[\s-])/,
    /\bn['’]oublie[zs]?\b|\bdoi(?:t|vent) (?:avoir (?:été|eu|\p{L}+é)|être encore)(?=[\s,.]|$)/u,
    // Matches requests to continue the work.
    /^(?:ne t['’]arrêtez? pas|n['’]arrêtez? pas)(?: maintenant)?[.! ]*$/,
    /^(?:selon|d['’]après|ça dit|il dit|le message)(?=\s)/,
  ],
  constraint: [
    /(?:^|[,;:] ?|\b(?:et|mais|s'il te plaît,?|stp,?) )(?:ne |n['’])(?!(?:est|ai|a|y|était|marche|sais|vois)\b).*?\b(?:pas|jamais|rien|aucune?|que|plus)\b/,
    /\b(?:il ne faut (?:pas|jamais|rien)|interdi\w*|doi(?:s|t|vent)|il faut (?:que|toujours)|à partir de maintenant|désormais|dorénavant|en aucun cas|sous aucun prétexte|sans (?:mon|exception)|hors de question|obligatoires?|surtout pas|au (?:maximum|plus))(?=[\s,.]|$)/,
    /\bne (?:change|bouge|touche|modifie|peut|peuvent|doit|doivent)\w* (?:pas|jamais|rien|que)\b|\btu ne \S+ (?:jamais|pas|rien|que)(?=\s)/,
    /^(?:toujours|jamais|uniquement|pas d(?:e |['’])|aucune?|évite[zr]?|merci de (?!ton|ta|votre))(?=\s|\S)/,
    /^(?:utilise|garde|écris|lance|mets|respecte|laisse|reste)[zr]?\b.*(?:toujours|uniquement|seulement|jamais|partout|tel|tous|toutes|chaque)/,
    /\bje (?:ne )?veux (?:pas|que (?:tou|chaque|rien)|aucun|zéro)|\b(?:demande|préviens|montre)[sz]?-moi\b.*\b(?:avant|d['’]abord)\b/,
  ],
  correction: [
    /\bc['’]est (?:faux|incorrect|pas ça|l['’]inverse)(?=[\s,.]|$)|\bce n['’](?:est|était) pas (?:ce que|ça|[^,]{2,50}, (?:c['’]est|mais))/,
    /\btu (?:t['’]es trompé|confonds|as confondu)|\bje (?:parlais|voulais dire)\b|\bj['’]ai (?:dit|demandé)\b/,
  ],
  decision: [
    /\bon (?:part|garde|reste|prend|utilise|abandonne|reporte|laisse tomber)(?=[\s,.]|$)|\bje (?:prends|choisis)\b/,
    /(?:décidé|choisi|tranché)(?=[\s.,]|$)|^(?:partons|gardons|restons|prenons)\b|^va pour\b/,
  ],
};
