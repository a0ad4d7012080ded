import type { StandingRules } from './standingRules.ts';

/** Words before the imperative: "ok, please also never …". */
const LEAD =
  '(?:(?:please|pls|plz|also|and|but|so|ok|okay|oh|yes|yeah|no|good|great|then|again|important|note|reminder|rule|btw|by the way|whatever you do|in general|here|you|fyi|should|just)[\\s,:;!—–-]+)*';
/** Where an imperative may begin: a sentence, or a part of one. */
const CLAUSE = `(?:^|[,;:(–—] ?| - | -- |\\b(?:and|but|so|because) )${LEAD}`;

/** What the person doesn't do, or what nobody has to: forbids nothing. */
const STATE =
  '(?:know|think|see|understand|care|remember|have|mind|believe|feel|recall|forget|bother|worry|like|get|saw|had|was|got|worked|seen|been|tried|heard)\\b';

/** A "not" that denies something about the world stands behind one of these. */
const DENIES =
  "(?<!\\b(?:is|are|was|were|am|be|been|do|does|did|has|have|had|will|would|can|could|should|must|may|might|if|or|why|whether|it's|that's|i'm|you're|we're|they're|it'll|we've|i've|certainly|also|just|or|keep|keeps),?)";

export const english: StandingRules = {
  none: [
    // Questions without their mark.
    /^(?:\/\w+ )?(?:why|what(?!ever)|how|is (?:it|there|that|this|the)|are (?:there|these|those|the)|can|could|does|did|was|were|which|where|who)\b/,
    // Weighed, not decided.
    /^(?:so |or |but )?(?:maybe|perhaps)\b/,
    // One thing, once.
    /\b(?:don't|do not) forget\b|^never ?mind\b/,
    // Guesses.
    /\bmust(?:'ve| (?:just )?have)\b|\bthere (?:should|must) (?:always )?be\b/,
    // What others say.
    /\b(?:it|he|she|they|docs?|documentation|manual|readme|spec|error|message|logs?|output|compiler|linter|console|article|changelog) (?:just |also |still )?(?:says?|said|states?|reads?|tells?|told|claims?|complains?|mentions?)\b/,
    /^[\w.]*(?:error|exception|warning|panic)\b ?[:[(]/,
    /^(?:it|this|that|the \w+)\b.*\b(?:always|never|only) (?:\w+s|\w+ed)\b/,
    // How much there is of something.
    /^only (?:\d|one|two|three|four|five|half|a few|some|the (?:last|first))\b/,
  ],
  constraint: [
    // Bans, as imperatives.
    new RegExp(`${CLAUSE}(?:do ?n['o]?t|do not|never),? (?!${STATE})\\w`),
    new RegExp(
      `^${LEAD}(?:avoid|refrain|hands off|spare me|no more|stop \\w+ing|stay (?:away|out|on|within|below|under))\\b`,
    ),
    new RegExp(
      `^${LEAD}no (?!(?:i|it|that|this|you|we|they|the|there|problem|idea|wait|need|worries|thanks|way|one|luck|rush|hurry|clue|matter|time|longer|errors?|output|changes?|difference|doubt|wonder|success)\\b)[\\w./-]+(?: (?!\\w+ (?:in|found)\\b)|[.!]?$)`,
    ),
    // What is to be done each time.
    new RegExp(
      `^${LEAD}(?:always|only (?!works|happens)|be (?:sure|careful\\w*)|make sure|ensure that|remember|keep (?!\\w+ing\\b)|stick (?:to|with)|follow|prefer|preserve|respect|limit|restrict|leave)\\b`,
    ),
    new RegExp(`^${LEAD}(?:use|write|make|allow|introduce|add) (?:only|no|nothing)\\b|\\bkeep in mind\\b`),
    // Duties and limits. A plain "should" asks for one thing.
    /\b(?:must|mustn't|shall|may (?:only|not|never)|shouldn't|should (?:never|always|not|only|just|stay|remain)|(?:has|have) to (?:stay|be|work|remain|run|fit|pass|keep|support)|you can only|we (?:can't|cannot) (?:use|break|change|rely|go|touch)|you (?:mustn't|may not))\b/,
    /\b(?:is|are) (?:required|mandatory|forbidden|prohibited|banned|off[- ]limits|out of (?:scope|bounds)|taboo|frozen|read[- ]only)\b|\b(?:isn't|not|aren't|never) (?:allowed|permitted|an option|negotiable|to be)\b/,
    /\b(?:no (?:more|longer|later|newer|older|larger|bigger) than|at most|at least|max(?:imum)?(?: of)?) \d/,
    // All of a kind.
    /^(?:and |also |ok,? |but )*(?:(?:all|every|each|everything|everyone)\b(?! (?:of|three|two|four|good|set|done|right|very)\b)|any(?:thing)? (?!else|of)|nothing (?!else)|no one|nobody|none of).*\b(?:should|must|needs?|ha(?:s|ve) to|may|go(?:es)?|gets?|stays?|remains?|belongs?|lives?|is an?)\b/,
    /\b(?:from (?:now|here) on|whatever you \w+|capped at|it's (?:important|essential|crucial) (?:that|to)|under no circumstances?|at all (?:times|costs)|without (?:my|asking)|going forward|in future(?! sessions)|by no means|unless (?:i|explicitly|you ask)|no exceptions?|(?:one|a single) [\w ]{1,24} per \w+)\b/,
    /^(?:whenever|(?:before|after|for) (?:each|every|any))\b/,
    /\b(?:stays?|leave|keep) (?:\S+ ){0,6}(?:alone|as (?:is|it is|they are)|untouched|unchanged|intact|exactly)\b/,
    // Ask first.
    /\b(?:ask|check with|consult|warn|ping|tell|show) (?:me|us)\b.*\b(?:first|before|whenever|every time)\b/,
    // What the person wants to hold, not what they want done.
    /(?:^|[,;] ?|\b(?:and|but|so|because) )(?:(?:and|but|so|yes|yeah|ok|no|for now|here|now)[, ]+)*(?:in this \w+ )?(?:i|we) (?:(?:just|only|also|still|really|actually|basically|always|never|would|don't|do not)[, ]+){0,2}want (?!you to:?$|you to (?!always|never|only|not\b)|to (?:know|see|understand|address|check|ask|try|do|add|make|create|build|write|fix|get|look|test|run|start|talk)\b)/,
    /\b(?:i|we) (?:really |just )?(?:hate|dislike|can't stand)\b|\b(?:no desire|no intention|not interested)\b/,
    // What is not needed.
    /\b(?:we|it|that|they|you|\w+),? (?:don't|doesn't|do not|does not) need\b(?! to (?:know|worry))|^don't need\b|\bneeds no\b/,
    // How things are done here.
    /^(?:so |but |and |here )?we(?:'re| are) (?:using|practicing|following|targeting|stuck (?:on|with))\b|^(?:so |but |and |here )?we (?:only|never|always|don't (?=use|allow|ship|support|write|accept|merge|commit|touch)) ?(?!\w+ed\b)\w+|\b(?:throughout|house (?:rule|style)|in (?:this|our) (?:code ?base|project|repo|repository)|in all \w+)[.!]?$/,
  ],
  correction: [
    // One thing against another: "tabs, not spaces".
    new RegExp(
      `\\w[),]?(?: and| but)?${DENIES} not (?!sure|yet|only|been|working|found|recogni\\w+|supposed|really|\\w+ed\\b)(?:just |by |about |for |the |an? )?[\\w./-]+`,
    ),
    /^(?:rather than|instead of) .*, /,
    /\b(?:isn't|aren't|wasn't) [^,;]{2,50}[,;] (?:it's|it (?:was|is)|they(?:'re| are))\b/,
    // What was said or meant before.
    /(?<!what )\bi (?:said|told you|asked (?:for|you))\b|^(?:no,? )?i (?:\w+ )?mean(?:t)? [\w./]/,
    /\byou (?:should have|were supposed|misunderst\w+|misread|mixed up|swapped|confused)\b|^you (?:edited|changed|touched|put|used|picked|opened|deleted|renamed|removed|added)\b.*[,;] /,
    /^wrong\b.{3}|\b(?:that's|this is|it's) not (?:how|what|where)\b/,
  ],
  decision: [
    /\blet's (?:keep|stick|limit|not|go with|leave|drop|skip|postpone|settle|call|use|take)\b(?! it[.!]?$| that[.!]?$)/,
    /\b(?:i|we)(?:'ve| have)? (?:just )?(?:decided|agreed|settled|chose|chosen|picked|opted)\b|^(?:decision|decided|settled)\b/,
    /\b(?:we won't|we will not|(?:we aren't|we're not|we are not) (?:going to|changing|touching|doing|building|adding|supporting|taking)|will never)\b/,
    /^(?:so |and |yes,? |ok,? |for now,? )*we(?:'ll| will) (?!have|see|do|get|be|also|then|go from|need|talk)\w+/,
    /\b(?:it is|it is then|wins|is decided)[.!]?$/,
    /\bi(?:'d| would) (?:rather|prefer|only)\b|\bi prefer\b|\bi(?:'d| would) like to (?:keep|leave|stay|stick)\b|\bi'll take (?:your|the|option)\b/,
    /\bi like (?:option|variant|plan|those \w|these \w)|\b(?:i'm|i am|we're) (?:fine|ok|okay) (?:with|w\/)|\bi can live with\b|^(?:agreed|ok|okay|yes),? (?:option|variant|plan) \w{1,2}\b/,
  ],
};
