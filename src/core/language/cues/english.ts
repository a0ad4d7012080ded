import type { RuleCues } from './ruleCues.ts';

/** Matches words before an imperative, as in "ok, but please also never …". */
const LEAD =
  '(?:(?:please|pls|also|and|but|so|ok|okay|oh|yes|yeah|no|then|again|just|important|note|btw|here|for now|in general|you should|you)[\\s,:;!—–-]+)*';
/** Matches the start of a sentence or clause, where an imperative may begin. */
const CLAUSE = `(?:^|[,;:(–—] ?| - |\\b(?:and|but|so|because) )${LEAD}`;
/** Matches verbs with which "don't" forbids nothing, as in "I don't know" and "don't worry". */
const STATE = '(?:know|think|see|understand|care|mind|believe|feel|forget|worry|get|have|seem|work)\\b';
/** Matches a sentence that only asks to continue the work. */
const GOING_ON = new RegExp(
  `^${LEAD}(?:keep (?:at (?:it|this|that)|(?:digging|fixing|looking)(?: (?:it|this|that|them|the \\S+(?: \\S+)?|until (?!.*\\band\\b)[^,;]*))?)` +
    "|(?:do not|don't) (?:stop|quit|give up)(?: (?:here|now|yet))?" +
    '|(?:leave (?:it|this|that)|stop waiting) and (?:continue|go on|move on)' +
    "|(?:let's |(?:we|you) must )?(?:continue|go|go on|proceed) with (?:step|phase|stage) ?#?\\d+)[.!]*$",
);
const WHO = '(?:i|we)(?: (?:just|still|also|only|\\w+ly))?';

export const english: RuleCues = {
  none: [
    // Matches questions without a question mark.
    /^(?:why|what(?!ever)|how|which|where|who|(?:is|are|was|were|can|could|should|would)(?:n't)? (?:it|there|th[aoe]t?|this|these|those|we|you|i|they)|(?:do|does|did|have|has)(?:n't)? (?:we|you|i|they))\b/,
    // Matches considerations and guesses.
    /^(?:\w+ ){0,2}(?:maybe|perhaps)\b|\b(?:it|that|this|there) must (?:just )?be\b|\bmust(?:'ve| have) (?:been|got|gone|\w+ed)\b/,
    GOING_ON,
    // Matches statements about what the person does, what others say, or what happens by itself.
    /\b(?:it|he|she|they|docs?|readme|error|message|logs?|output|compiler|console) (?:just |also |still )?(?:says?|said|states?|tells?|told|claims?|complains?)\b/,
    /^(?:but |and |so )?i (?:never|always|(?:don't|do not) (?!want|need)|can't|cannot|just|have|had|tried)\b/,
    /^(?:it|this|that|the \w+)\b.*\b(?:always|never|only) (?:\w+s|\w+ed)\b|\bwill (?:always|never)\b/,
  ],
  constraint: [
    // Matches bans, and things to do each time.
    new RegExp(`${CLAUSE}(?:don't|do not|never),? (?!(?:here|there)\\b|${STATE})\\w`),
    new RegExp(
      `^${LEAD}(?:always|only (?!works|happens|\\d|one)|avoid|stop \\w+ing|prefer|stick (?:to|with)|keep (?!(?:going|getting|seeing|working|trying)\\b)|leave|follow (?!up)|remember (?!m[ey]\\b|this\\b\\W?$)|be careful\\w*|stay|no (?:new|other|extra|additional|need (?:to|for)|\\w+ing))\\b`,
    ),
    /\b(?<!there )(?:should|must|we|please) (?:always|never|only)\b|\b(?:use|using|with) only\b|^use no\b|\bthere(?:'s| is) no need (?:to|for)\b|[,;–—] ?(?:and )?no (?!(?:more|problem|matter|need|idea|errors?|one|i|it|we|you|that|this|the)\b)\w/,
    /\b(?:from (?:now|here|this point) (?:on|forward)|going forward|(?:important|essential) that|at all times|under no circumstances|unless (?:i|explicitly)|whatever you (?:do|change))\b|^(?!(?:it|this|that|the|i)\b).*\b(?:everywhere|throughout|always)[.!]?$/,
    /^(?:(?:whenever|(?:every|each) time) you|(?:before|after) (?:each|every|any))\b/,
    // Matches duties and limits. A “should” without another cue does not match, because it is a request for this moment
    // only.
    /\b(?:must|mustn't|shouldn't|should not|you (?:may not|(?:are|'re) not to)|ha(?:s|ve) to (?:stay|remain|fit)|(?:is|are) (?:required(?!:)|mandatory|forbidden|off[- ]limits|out of (?:bounds|scope))|not (?:allowed|an option)|at most \d)\b/,
    /(?:^|, |\band |\bthen )(?:and |also |but |then )*(?:all|every|each|everything|any(?:thing)?|nothing|no one|nobody|none)\b(?! of).*\b(?:should|must|needs?|ha(?:s|ve) to|stays?|gets?)\b/,
    /\b(?:stays?|leave) (?:\S+ ){0,6}(?:alone|as[- ]is|as (?:it is|they are)|untouched|unchanged)\b/,
    /\b(?:ask|consult|check with|tell|show|wait for) (?:me|us|my)\b.*\b(?:first|before|approval)\b|\b(?:report|stop|wait|verify)\b.{0,40}\bbefore \w+ing\b/,
    // “Make sure” is a request for this moment only, unless the sentence contains a word such as “always” or “never”.
    /\b(?:make sure|ensure)\b.*\b(?:never|always|only(?! one)|don't|doesn't|isn't|aren't)\b/,
    // Matches lasting wishes, and statements that something is not needed.
    new RegExp(
      `\\b${WHO} (?:don't|do not|never|always|only) want\\b|\\b(?:want|need) to avoid\\b|\\bi (?:really )?(?:hate|dislike) (?!\\w+ing\\b)|${CLAUSE}we (?:\\w+ )?want (?!(?:you )?to \\w|you\\b)`,
    ),
    new RegExp(`${CLAUSE}${WHO} want (?:[\\w./-]+ ){0,3}to (?:keep|be \\w+ing|stay|leave|remain|use)\\b`),
    /\b(?:don't|doesn't|do not) need (?!to |me\b)\w/,
  ],
  correction: [
    // Matches contrasts, such as “tabs, not spaces”.
    /\w[`"')]*(?:,| -+|;| and| but) ?(?:and |but )?not (?!sure|yet|only|really|that|because|if|bad|\w+(?:ing|ed)\b)[\w`'"./]/,
    /[\w`"')] not (?:just |the )?(?:[`'"./]|\w+(?:[._]\w|\())/,
    /^(?:rather than|instead of) .*, |^(?!(?:it|this|that|the|i|when|now|but)\b).*\b(?:rather than|instead of) \w+ing\b|\b(?:isn't|aren't|wasn't) [^,;]{2,50}[,;] (?:it's|it is|they(?:'re| are))\b/,
    // Matches references to something that the person said or meant earlier.
    /(?<!what )\bi (?:said|told you|asked for)\b|^(?:no,? )?i (?:\w+ )?meant\b/,
    /\byou (?:should have \w+(?:ed|en|ne|ut)|were supposed|misunderst\w+)\b|\b(?:that's|this is|it's) not (?:how|what|where)\b/,
  ],
  decision: [
    /\blet's (?:not|keep|stick|limit|go(?:ing)? with|leave|drop|skip|postpone|call|use)\b(?! (?:it|that)[.!]?$)/,
    // Matches announced decisions. Does not match references to earlier agreements, such as “the rules we agreed on”.
    /\b(?:i|we)(?:'ve| have)? (?:decided|agreed|settled|chose|chosen)\b(?! (?:up)?on(?: (?:today|yesterday|earlier|before|together|so far))?(?:[.!,]|$)|[.!]?$)|^(?:decision|decided)\b|\w it is(?: then)?[.!]?$/,
    /\bwe (?:won't|will not|aren't going to)\b|\bwe're not (?:going to|\w+ing)\b|\b(?<!where )(?:we're|i'm|we are) going with\b|^go with\b/,
    /\b(?:i|we)(?:'d| would) (?:rather|pref+er+e?|only)\b|\bi prefer\b|\b(?:i'm|we're) (?:fine|ok|okay) (?:with|w\/)/,
  ],
};
