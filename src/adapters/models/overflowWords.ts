/**
 * Recognises an endpoint's message that a request is too long. Most messages say that a prompt, a context or tokens
 * exceed some limit. General patterns match such sentences, so that they also match new wordings. A table lists the
 * other messages.
 */

const MORE = String.raw`(?:exceed(?:s|ed|ing)?|overflow\w*|(?:more|longer|larger|greater|bigger|higher) than|surpass\w*|(?:is|are) (?:over|above|beyond))`;
const TEXTS = String.raw`(?:prompts?|inputs?|texts?|messages?|conversation|context|history|sequence|chat)`;
/** Matches words for tokens. The singular “token” alone does not match, since it may mean an access token. */
const TOKENS = String.raw`(?:tokens|token (?:counts?|length|limit|size|ids))`;
const LIMIT = String.raw`(?:max(?:imum)?|limit|allowed|context|window|n ctx|model len\w*|seq\w* len\w*|cache size)`;
/** Matches “context”, but not in Go's message “context deadline exceeded”, which is about a timeout. */
const CONTEXT = String.raw`context\b(?! (?:deadline|cancel))`;
const PAST = String.raw`(?:exceeded|overflow\w*|full|exhausted|reached)`;
/**
 * Returns a pattern that matches at most `characters` characters within one sentence. A decimal point does not end a
 * sentence.
 */
const near = (characters: number): string => String.raw`(?:[^.;\n]|\.\d){0,${String(characters)}}?`;

const SENTENCES: readonly RegExp[] = [
  // “the input length exceeds the context length”, “requested tokens (5000) exceed context window of 4096”
  String.raw`\b${MORE}\b${near(60)}\b(?:${CONTEXT}|(?:n ctx|max seq len|model len\w*)\b)`,
  // “context size has been exceeded”, “mid-generation context overflow”
  String.raw`\b${CONTEXT}${near(40)}\b${PAST}\b`,
  // “prompt is too long”, “the prompt (total length 25938) is too long to fit”, “request too large”
  String.raw`\b(?:${TEXTS}|requests?)(?: tokens?| token ids| text| length| size| body)?(?: \([^)]{1,40}\))?(?: (?:is|are|was|were))? too (?:long|large|big)\b`,
  // “input token count (2) exceeds the maximum number of tokens allowed (1)”,
  // “prompt token count of 9 exceeds the limit of 8”
  String.raw`\b(?:${TEXTS}|${TOKENS})\b${near(60)}\b(?:${MORE}|cannot exceed)\b${near(50)}\b${LIMIT}`,
  // “prompt tokens (9000) > context (8192)”, “210000 tokens > 200000 maximum”
  String.raw`\b(?:${TEXTS}|tokens)\b[^.;\n<>]{0,40}\d\)?(?: tokens)? >=? \(?\w`,
  // “provided 4,106 tokens, but the maximum allowed is 4,096”
  String.raw`\b${TOKENS}\b${near(40)}\bbut\b${near(60)}\b(?:max\w*|limit|only|supports|at most|given|requested)\b`,
  // “total number of tokens in the prompt cannot exceed 4081”, “too many input tokens”,
  // “maximum number of tokens exceeded”
  String.raw`\btokens?(?: count)?\b${near(40)}\b(?:cannot exceed|exceeds?) \d`,
  String.raw`\btoo many (?:input |prompt )?tokens\b`,
  String.raw`\b(?:tokens? limit|max(?:imum)? (?:number of )?(?:input |prompt )?tokens|(?:prompt|input) (?:tokens|length|size))\b${near(20)}\b(?:exceeded|reached)\b`,
  String.raw`\bexceed(?:s|ed) (?:the )?(?:max(?:imum)? )?(?:tokens? limit|(?:allowed )?number of tokens)\b`,
  // “maximum context length is 8192 tokens”, “the maximum supported sequence length is just 8192”
  String.raw`\bmax(?:imum)?\b(?: \w+){0,2} (?:context|prompt|sequence|input) (?:length|size|tokens?)\b`,
  String.raw`\bcontext (?:length|size|window) (?:is|of) (?:only )?\d`,
  // “the prompt does not fit into the context window”, “ran out of context”
  String.raw`(?:(?:not|n't) fit|not enough|r[au]n out of|no room|no space)\b${near(40)}\bcontext\b`,
  // “please reduce the length of the messages or completion”, “provide a shorter input”
  String.raw`\b(?:reduce|shorten|shorter) (?:the (?:length|size) of )?(?:the |your )?(?:input |current )?(?:prompt|messages|input|context|conversation)\b`,
].map((sentence) => new RegExp(sentence, 'i'));

/**
 * Patterns for the messages of particular servers and vendors, in addition to `SENTENCES`.
 * test/unit/adapters/models/overflowAnswers.ts and overflowWords.test.ts contain an example for each pattern.
 */
const TABLE: readonly RegExp[] = [
  /tokens to keep from the initial prompt|keep the first \d+ tokens|cannot truncate prompt/i, // LM Studio: github.com/lmstudio-ai/lmstudio-bug-tracker/issues/237
  /`?inputs`? (tokens \+ `?max new tokens`? must be <=|must have less than) \d+/i, // Text Generation Inference
  /request body too large for .{1,80} model|payload size exceeds/i, // GitHub Models, Gemini
  /prompt exceeds max length/i, // Z.ai
  /range of input length should be/i, // DashScope, Xunfei
  /must be less than max seq len/i, // SiliconFlow
  /max tokens must be at least 1, got -\d/i, // vLLM, where the prompt takes the whole window
  /input length error/i, // LMDeploy
  /exceeds cache size|pages \(only \d+ available\)/i, // ExLlama
  /expected max length: \d{5,}, actual/i, // Bedrock
  /input is too long\b/i, // Bedrock: github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts
  /too many tokens: size limit exceeded|too many total text bytes/i, // Cohere: docs.cohere.com/reference/errors; Anthropic
  /exceeded (?:max context|model token)/i, // Ollama, Moonshot: github.com/earendil-works/pi/issues/129
  /prompt tokens too long|max input characters/i, // Baidu
  /total tokens of image and text exceed/i, // Volcengine
  /failed to find (?:a )?(?:free space in the|memory slot|kv).{0,20}(?:kv|batch|cache)/i, // llama.cpp, older versions
  /(?:上下文|输入|提示词?|内容|文本|prompt|tokens?).{0,20}(?:过长|超长|超出|超过)/iu, // vendors that answer in Chinese
];

/** Returns whether a message or an error code says that a request is too long for its model. */
export function saysTooLong(written: string): boolean {
  const text = inWords(written);
  const isTooLong =
    TABLE.some((row) => row.test(text)) ||
    (SENTENCES.some((sentence) => sentence.test(text)) && !isOfOutput(written, text));
  return isTooLong && !isOfPlan(text) && !isOfSomethingElse(text);
}

/** Converts identifiers such as `context_length_exceeded` and `ContextLengthExceeded` to words. */
export function inWords(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_/]+/g, ' ');
}

/** Returns whether the message is about the limit of the answer. In this case, a shorter request does not help. */
function isOfOutput(written: string, text: string): boolean {
  const isNamed =
    /max_(?:completion_|output_|new_)?tokens|maxOutputTokens|(?:output|completion) tokens?/i.test(written);
  return isNamed && !/\b(?:prompt|input|context|messages?|inputs)\b/i.test(text);
}

/** Returns whether the message is about an account's plan or its limit for a period, and not about one request. */
function isOfPlan(text: string): boolean {
  return /\b(?:this|per|a) (?:second|minute|hour|day|week|month)\b|\b(?:hourly|daily|weekly|monthly)\b|\bupgrade\b/i.test(
    text,
  );
}

/** Returns whether the message says that something else is too long or too large, such as an id, a name or an image. */
function isOfSomethingElse(text: string): boolean {
  if (/string too long/i.test(text)) return !/\b(?:content|text|input)['"\]`]* ?:/i.test(text);
  const isNamed =
    /\b(?:images?|audio|video|files?|attachments?|names?|(?<!input |token )ids?|identifier|description|schema|url|metadata|enum)\b/i.test(
      text,
    );
  return isNamed && !/\b(?:context|prompt|tokens?)\b/i.test(text);
}
