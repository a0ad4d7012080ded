import type { StandingRules } from './standingRules.ts';

/** Words before the imperative: "please also never …", "whatever you do, don't …". */
const LEAD =
  '^(?:(?:please|pls|plz|also|and|but|so|ok|okay|oh|then|again|important|note|reminder|rule|constraint|btw|by the way|one more thing|whatever you do|in general|for this|here|you|fyi)[\\s,:;!—–-]+)*';

const ONE_THING =
  'add|fix|change|rename|remove|delete|move|run|rerun|show|explain|create|make|update|refactor|replace|convert|check|look|find|open|commit|push|pull|revert|undo|try|build|install|bump|implement|extract|split|merge|rebase|deploy|restart|start|print|list|give|tell me (?:what|how|why)|generate|review|summari[sz]e|clean|wire|hook|set|turn|do|continue|retry|read|search|grep|debug|investigate|compare|profile|measure|draft|port|migrate|upgrade|downgrade|sort|reorder|copy|paste|describe|walk|help|squash|apply|double[- ]check|go|mock|stub|parse|store|handle|pass|call|return|send|load|save|emit|render|display|capture|compress|recall';

/** What "no …" and "don't …" are followed by when they forbid nothing. */
const NO_WHAT =
  'i|it|that|this|you|we|they|the|there|problem|idea|wait|need|worries|thanks|way|one|luck|rush|hurry|clue|changes? yet|matter|time|longer|errors?|output|changes?|difference|big deal|doubt|wonder|success';
const KNOWS = 'know|think|see|understand|care|worry|get|remember|have|mind|need|work|want to (?:break|sound)';

export const english: StandingRules = {
  none: [
    /^(?:why|what(?!ever)|how|is (?:it|there|that|this|the)|are (?:there|these|those|the)|does|did|was|were|which|where|who)\b/,
    /\b(?:do ?n['’]?t|do not) forget\b/,
    /^never ?mind\b/,
    /\bmust(?:['’]ve| (?:just )?have)\b/,
    /\b(?:it|he|she|they|docs?|documentation|manual|readme|spec|error|message|logs?|output|compiler|linter|console|article|changelog|copilot) (?:just |also |still )?(?:says?|said|states?|reads?|tells?|told|claims?|complains?|mentions?)\b/,
    /^[\w.]*(?:error|exception|warning|panic)\b ?[:[(]/,
    /^sorry,? (?:i\b|my\b|pasted|wrong (?:window|chat|paste|tab)|typo)/,
    /^only (?:\d|one|two|three|four|five|half|a few|some|the (?:last|first))\b/,
    /\bthere (?:should|must) be (?:around|about|some|an?) /,
    /\b(?:always|never|only) (?:\w+s|\w+ed) (?!\w+ing)(?:when|if|on|null|undefined|true|false|an?|the)\b/,
  ],
  constraint: [
    new RegExp(
      `${LEAD}(?:never|always|do ?n[o'’]?t|do not|only|avoid|ensure|make sure|be sure|be careful|remember|keep|stick (?:to|with)|follow|prefer|refrain|preserve|respect|limit|restrict|leave)\\b`,
    ),
    new RegExp(`${LEAD}(?:make|add|use|write|introduce|allow) no\\b`),
    new RegExp(
      `${LEAD}use\\b.*\\b(?:not|only|instead of|rather than|never|everywhere|throughout|for (?:all|every|any)|in all)\\b`,
    ),
    new RegExp(`${LEAD}(?:treat|assume|consider)\\b.*\\bas\\b`),
    new RegExp(
      `${LEAD}(?:stop|quit|no more|zero|hands off|stay (?:away|out|on|within|below|under))\\b(?! (?:it|the (?:server|build|run|watcher|process|container)|there|here|that)\\b)`,
    ),
    new RegExp(
      `${LEAD}(?:write|format|log|name|prefix|document|type|test|wrap|put|indent|address|answer|reply|respond|explain|use|mark|tag)\\b.*\\b(?:every|each|any|everything|all (?:the )?\\w+ (?:in|with|as|to|under|through)|in (?:english|german|spanish|french|chinese|short|plain)|commit messages|comments|going forward|whenever|always)\\b`,
    ),
    new RegExp(`${LEAD}no (?!(?:${NO_WHAT})\\b)[\\w./-]+[ ,]`),
    new RegExp(
      `[,;–—-] (?:and |but |so |then |please )*(?:do ?n['’]?t|do not|never) (?!(?:${KNOWS})\\b)\\w+`,
    ),
    new RegExp(`[,;:–—] (?:and |but |so )*no (?!(?:${NO_WHAT})\\b)[\\w-]+`),
    /\b(?:nothing|nobody|no one|none of)\b.*\b(?:may|can|should|gets?|goes?)\b/,
    /\bas long as\b.*\b(?:don['’]t|doesn['’]t|stays?|remains?|keeps?|isn['’]t|aren['’]t)\b/,
    /^(?:when(?:ever)?|if) (?:you|we)\b(?! (?:can|could|would)\b).*\b(?:use|write|add|keep|put|make|run|also|please|ask|check|update)\b/,
    /\b(?:capped|limited|restricted) (?:at|to)\b/,
    /\b(?:must|shall|mustn['’]t|has to|have to (?:stay|be|work|run|keep)|needs? to (?:be|stay|remain|work|run|keep)|gotta|(?:is|are) (?:required|mandatory|forbidden|prohibited|banned|off[- ]limits|out of scope|out of bounds|taboo|a no-go)|(?:isn['’]?t|not|aren['’]?t|never) (?:allowed|permitted|an option|negotiable)|may (?:only|not|never)|should (?:never|always|not|only|stay|remain|be)|shouldn['’]t)\b/,
    /\b(?:every|each|all|any)\b.*\b(?:should|must|has to|have to|needs?)\b/,
    /\b(?:we|you) (?:can(?:no|['’])t|cannot|mustn['’]t|never|always|only)\b/,
    /\b(?:from now on|under no circumstances?|at all costs|whatever you do|without (?:my|our|asking)|at no point|going forward|in future|by no means|unless i|no exceptions?|house rule|as long as we)\b/,
    /^(?:whenever|before (?:each|every|any|you)|after (?:each|every|any)|for (?:each|every|any))\b/,
    /\bi (?:don['’]?t|do not|never) want\b/,
    /\bi (?:want|need|expect)(?: to see)? (?:you to |everything |all |every |each |no )/,
    /\bit(?:['’]s| is) (?:important|essential|crucial|critical|mandatory) (?:that|to)\b/,
    /\b(?:is|are) read[- ]only\b/,
    /\bdo(?:es)?(?:n['’]?t| not) belong\b/,
    /\bplease (?:do ?n['’]?t|do not|never|always|only|no|keep|stay|avoid)\b/,
    /\bonly\b.*\b(?:can|may|allowed|please|goes? in)\b|^i only want\b/,
    /^(?:if|when)\b.*\b(?:tell|ask|warn|ping) me\b/,
    /\b(?:no (?:more|longer|later|newer|older|larger|bigger) than|at most|at least|must not exceed|max(?:imum)?(?: of)?) \d/,
    /\b(?:ask|check with|consult|warn|ping|talk to|tell|show) (?:me|us)\b.*\b(?:first|before|whenever|every time)\b/,
    /\b(?:nothing|anything) (?:newer|older|else|fancier|that (?:needs|requires))\b/,
    /\bspare me\b/,
    /\bi['’]d (?:rather|prefer) (?:you|it if|that)\b/,
    /\b(?:one|a single|two) [\w ]{1,24} per \w+/,
    /\b(?:is|are)(?:n['’]t| not) to be\b/,
    /\bbefore you (?:tell me|say|call it|declare|claim)\b/,
    /\bonly[.!]?$/,
    /\b(?:keep|leave) (?:\S+ ){1,6}(?:out|alone|as (?:is|it is|they are)|untouched|unchanged|intact|below|under|short|small)\b/,
  ],
  custom: [
    /\b(?:stays?|remains?|gets? to stay)\b/,
    /\b(?:is|are|considered) (?:frozen|fixed|locked|off the table|final|sacred|untouchable|read-only|owned by|generated)\b/,
    /^(?:and |also )?(?!all (?:three|two|four|five|of|i|we|you|good|set|done|that|right)\b)(?:all|every|any|each|everything|anything|anyone|nothing|nobody|none|new)\b.*\b(?:go(?:es)?|gets?|comes?|lives?|belongs?|is|are|uses?|returns?|takes?|ha[sv]e?|needs?|runs?|ships?|starts?|follows?|in|with|as|through|under|via)\b/,
    /\b(?:throughout|everywhere|across the board|house style|(?:our|the) (?:style|convention|policy|standard|guideline)|by convention|at all times|in all)\b/,
    /\b(?:we (?:use|don['’]?t|do not|want|keep|only|write|name|put)|use|using|keep|no)\b.*\b(?:in (?:this|our|the whole|the entire) (?:code ?base|project|repo|repository|team|app|service)|in here|around here)\b/,
    /\bwe (?:(?:don['’]?t|do not) (?:use|allow|ship|support|write|do|accept|merge|commit|touch|add|log|store|mock)|avoid|target|support|ship|deploy|prefer|follow|indent|name|(?:still )?need to support|have to support)\b/,
    /\b(?:stuck (?:with|on|at)|we(?:['’]re| are) (?:still )?on)\b/,
    /\b(?:single|double) quotes|\b(?:tabs|spaces|indent\w*|snake_case|camelcase|kebab-case|pascalcase|semicolons|trailing commas?|spelling|imperative|line (?:length|width)|commit messages?|naming|bullet points?)\b/,
    /\b(?:under|below|within|less than|fewer than|max|budget of|limit(?:ed)? (?:of|to|is)|longer than|above|over|beyond|up to|capped at) \d/,
    /^if\b.*\b(?:doesn['’]t|don['’]t|stop|ask|tell me|revert|goes? in|split|bail)\b/,
    /\b(?:is|are) (?:allowed|fine|ok(?:ay)?)\b.*\b(?:not|isn|aren|no)\b/,
    /^in (?:this|our) (?:code ?base|project|repo|repository|team|app|service)\b/,
    /\b(?:british|american|plain|simple) english\b/,
    /\bonly (?:from|via|through|with|under|inside|in the|on the|for)\b/,
    /\bare (?:stored|written|named|kept|logged|sorted|formatted|rounded|handled) (?:in|as|with|by|under|to)\b/,
    /\bis all (?:you|we) (?:get|have)\b/,
  ],
  once: [
    new RegExp(
      `^(?:(?:please|pls|plz|can you|could you|would you|now|then|also|ok|okay|and|next|first|just|great|cool|nice|thanks|thx|hey|so|well|let['’]?s|quickly|go ahead and|yes|yep|sure)[\\s,:!]+)*(?:${ONE_THING})\\b`,
    ),
    /\b(?:was|were|did(?:n['’]?t)?|had|ha[sv]e been|passed|failed|broke|crashed|took|worked|got|went|came|saw|ran|threw|returned|stopped|started|seems?|looks?|apparently|yesterday|last (?:night|week|year|month)|this morning|just now|passes|fails|works|failing|passing|green|red|broken|weird|flaky|drops|falls|crashes|hangs|freezes|jumps|flickers|leaks|spikes|loses|shows|wondering|maybe|perhaps|probably|i think|i guess|afaik)\b/,
    /^(?:i(?:['’]m| am|['’]ll| will| can|['’]ve)|thanks|thank|lol|haha|hm+|huh|wow|ah|oh)\b/,
    /^(?:the|this|that|these|those|it)\b.*\b(?:always|never|only|currently|already) (?:\w+s)\b/,
  ],
  correction: [
    /^(?:no|nope|nah|wait|stop|hold on|sorry|hm+,? no(?:pe)?|uh,? no|ehm,? no)[,.!:—–]/,
    /^no (?:the|that|it|i|this|you|we|they|there|not)\b/,
    /\b(?:that|this|it|you)(?:['’]s| is| was|['’]re| are)? ?(?:wrong|incorrect|not right|not what|not correct|mistaken|backwards|off by)\b/,
    /\b(?:that|this) ?(?:isn['’]t|['’]s not|is not) (?:the right|right|correct|what|how|true|it\b)/,
    /\byou (?:called|deleted|wrote|listed|made|added|claim(?:ed)?)\b.*\b(?:doesn['’]t|does not|isn['’]t|wasn['’]t|aren['’]t)\b|\bas you (?:claim|say|said|wrote|assume)\b|^what you \w+ (?:wasn['’]t|isn['’]t|was not|is not)\b/,
    /\byour (?:summary|answer|code|version|change|fix|query|example|patch|list|table) (?:says|claims|has|uses|is|does|mixes|ignores|counts)\b/,
    /^wrong\b/,
    /\byou (?:misunderst\w+|misread|forgot|missed|got .* wrong|broke|(?:edited|changed|picked|used|put|took|opened|touched|deleted) (?:the wrong|\S+ .*\b(?:not|but|instead|should|was))|mixed up|swapped|seem to think|assumed?)\b/,
    /^you(?:['’]ve)? (?:edited|changed|touched|put|used|picked|opened|deleted|renamed|removed|added|got|said|claimed|wrote)\b.*(?:[,;]|\bbut\b|\binstead\b)/,
    /(?<!(?:exactly|just) what )\bi (?:said|meant|asked for|was talking about|told you)\b/,
    /^not (?:the|that|this|a|in|there|quite)\b/,
    /^actually\b/,
    /^(?!if\b|when\b)[^,;]*\b(?:wasn['’]t|isn['’]t|aren['’]t|weren['’]t|['’]s not|is not|are not) [^,;]{2,50}[,;] (?:it['’]?s|it (?:was|is)|they(?:['’]re| are)|but)\b/,
  ],
  decision: [
    /\b(?:let['’]?s|let us) (?:go|stick|use|keep|take|do|stay|postpone|drop|skip|move|leave|adopt|start|make|not|call|park|ship|settle|pick)\b/,
    /\b(?:i|we)(?:['’]ve| have)? (?:just )?(?:decided|agreed|settled|chose|choose|pick|picked|opt)\b/,
    /\bwe(?:['’]ll| will| are going to|['’]re going(?: to)?|['’]re gonna) (?:use|go|keep|take|stick|stay|store|with|postpone|drop|skip|call|start|ship|host|write|build|move|stay)\b/,
    /^(?:agreed|decision|decided|settled)\b|\b(?:settled|decided|it is)[.!]?$/,
    /\bi(?:['’]d| would) (?:rather|prefer)\b(?! have)/,
    /\b(?:going|go|went) with\b/,
    /\b(?:option|variant|plan|version|approach|the (?:first|second|third|former|latter)(?: one| option| variant| approach)?)\b.*\b(?:it is|wins|then[.!]?$|please[.!]?$)|^(?:option|variant|plan|version|the (?:first|second|third|former|latter)|(?:first|second|third) (?:one|option|variant|approach))\b.*\bplease\b/,
    /\b(?:wins|it is then|then it is|is decided|name['’]?s decided)\b/,
    /^(?:ok(?:ay)?|alright|all right|fine|right|good|yeah|yes|cool)[,.]? .*\bthen\b[.!]?$/,
    /(?:^|[,:;–—-] |\band )(?:ok(?:ay)? |so |then |for now )*we (?:keep|drop|shelve|postpone|skip|park|stay with|stick with|go with|take)\b/,
    /^(?:dropping|scrapping|skipping|postponing|parking|shelving|sticking with)\b/,
    /\b(?:i['’]ve made up my mind|i prefer|(?:we['’]re|we are) (?:picking|dropping|scrapping|skipping|choosing|keeping|taking|(?:going to|gonna) (?:scrap|drop|skip|hardcode|pick))|moves? to the next (?:release|milestone|sprint|version|iteration|quarter)|is out)\b/,
    /^(?:option|variant|plan) [\w]{1,2}\b|\bit is for\b|\bthat['’]s settled\b|^forget (?:the|about)\b|\bi['’]ll take (?:your|the|option)\b/,
    /\b(?:i['’]m|we['’]re|i am|we are) (?:settling on|leaving|not building|not doing)\b|\bchose to\b/,
    /\b(?:you convinced me|final answer|final call)\b/,
  ],
};
