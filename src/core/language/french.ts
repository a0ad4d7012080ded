import type { StandingRules } from './standingRules.ts';

export const french: StandingRules = {
  none: [
    /^(?:pourquoi|comment|est-ce|qu['’]est|quel(?:le)?s?|où|quand|qui)(?=[\s-])/,
    /\bn['’]oublie[zs]?\b/,
    /\bdoi(?:t|vent) (?:avoir (?:été|eu|\p{L}+é)|être encore)(?=[\s,.]|$)/u,
    /^(?:selon|d['’]après|ça dit|il dit|le message)(?=\s)/,
  ],
  constraint: [
    /^(?:s'il te plaît,? |stp,? |et |mais )*(?:ne |n['’])(?!(?:est|ai|a|y|était|marche|sais|vois)\b).*?\b(?:pas|jamais|rien|aucun|aucune|que|plus)\b/,
    /\b(?:il ne faut (?:pas|jamais|rien)|interdi\w*|doi(?:s|t|vent)|il faut (?:que|toujours)|à partir de maintenant|désormais|dorénavant|en aucun cas|sous aucun prétexte|sans mon|sans exception|hors de question|obligatoirement|obligatoires?|surtout pas|lecture seule|nulle part|au maximum|au plus)(?=[\s,.]|$)/,
    /\bne (?:change|bouge|touche|modifie)(?:nt|s|z)? (?:pas|jamais|rien)\b/,
    /^merci de (?!ton|ta|votre)|\btu ne \S+ (?:jamais|pas|rien|que)(?=\s)|\bne (?:sont|est|peut|peuvent|doit|doivent)\b.*\bqu['’e]|\bdemande[sz]? d['’]abord\b/,
    /\bje veux (?:que (?:tou|chaque|rien|les)|aucun|pas de|zéro)|\b(?:pas|aucun) (?:de |d['’])?\S+ (?:dans|en dehors|hors)\b/,
    /(?:^|[\s,])(?:à partir de maintenant|évite[zr]?|assure[zr]?-(?:toi|vous))(?=[\s,.]|$)/,
    /^(?:utilise|garde|écris|lance|mets|emploie|respecte|laisse|reste)[zr]?\b.*(?:toujours|uniquement|seulement|jamais|partout|tel|comme|en (?:français|anglais)|tous|toutes|chaque)/,
    /^(?:toujours|jamais|uniquement|pas de|pas d['’]|aucun|aucune|zéro)(?=\s|[^\s])/,
    /\b(?:demande|préviens|montre)[sz]?-(?:moi|nous)\b.*\b(?:avant|d['’]abord)\b|\bavant de\b.*\b(?:demande|préviens)/,
  ],
  correction: [
    /\bc['’]est (?:faux|incorrect|pas ça|l['’]inverse)(?=[\s,.]|$)/,
    /\btu (?:t['’]es trompé|confonds|as (?:mis|modifié|oublié|changé|pris|confondu))/,
    /\bque tu as (?:fait|mise?|écrit)e?s? (?:est|sont) (?:faux|fausse|incorrect)/,
    /\btu l['’]as\b|\bt['’]as (?:fait|mis|écrit)|\bque tu crois\b/,
    /\bje (?:parlais|voulais dire)\b|\bj['’]ai (?:dit|demandé)\b/,
    /\bce n['’](?:est|était) pas (?:ce que|ça|correct|[^,]{2,50}, (?:c['’]est|mais))/,
  ],
  decision: [
    /\bon (?:part|garde|reste|prend|utilise|abandonne|reporte|laisse tomber|passe|fait|va (?:utiliser|prendre|partir|garder|faire))(?=[\s,.]|$)/,
    /\bce sera\b|\bon (?:la|le|les) (?:remet|garde|laisse|reporte|supprime)\b|\bje prends\b/,
    /(?:décidé|choisis|choisi|tranché)(?=[\s.,]|$)/,
    /^(?:partons|gardons|restons|prenons)\b|^va pour\b/,
  ],
};
