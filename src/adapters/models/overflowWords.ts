/**
 * How endpoints say in words that a request is too long. Most say that a prompt, a context or tokens are more than some limit:
 * that is read as a sentence, so that a new wording of it needs no new line. The rest stands in a table.
 */

const MORE = String.raw`(?:exceed(?:s|ed|ing)?|overflow\w*|(?:more|longer|larger|greater|bigger|higher) than|surpass\w*|(?:is|are) (?:over|above|beyond))`;
const TEXTS = String.raw`(?:prompts?|inputs?|input_ids|messages?|conversation|context|history|sequence|chat|decoder prompt)`;
const LIMIT = String.raw`(?:max(?:imum)?|limit|allowed|context|window|n_ctx|model[_ ]len\w*|seq\w*[_ ]len\w*)`;
/** Within one sentence, a figure such as `128,000` included. */
const near = (characters: number): string => String.raw`(?:[^.;\n]|\.\d){0,${String(characters)}}?`;

const SENTENCES: readonly RegExp[] = [
  // “the input length exceeds the context length”, “requested tokens (5000) exceed context window of 4096”
  String.raw`\b${MORE}\b${near(60)}\b(?:context|n_ctx|max_model_len|max_seq_len)\b`,
  // “context size has been exceeded”, “mid-generation context overflow”, “context window is full”
  String.raw`\bcontext\b(?:[ _-](?:size|window|length|limit))?${near(30)}(?:\b|_)(?:exceeded|overflow\w*|full|exhausted)\b`,
  // “prompt is too long”, “the prompt (total length 25938) is too long to fit”
  String.raw`\b${TEXTS}(?: tokens?| text| length| size)?(?: \([^)]{1,40}\))?(?: (?:is|are|was|were))? too (?:long|large|big)\b`,
  // “input token count (2) exceeds the maximum number of tokens allowed (1)”, “prompt token count of 9 exceeds the limit of 8”
  String.raw`\b(?:${TEXTS}|tokens?)\b${near(60)}\b(?:${MORE}|cannot exceed)\b${near(50)}\b${LIMIT}`,
  // “total number of tokens in the prompt cannot exceed 4081”, “too many input tokens”, “token limit exceeded”
  String.raw`\btokens?(?: count)?\b${near(40)}\b(?:cannot exceed|exceeds?) \d`,
  String.raw`\btoo many (?:input |prompt )?tokens\b`,
  String.raw`\b(?:token limit|max(?:imum)? tokens)\b${near(20)}\bexceeded\b|\bexceeded (?:the )?(?:max(?:imum)? )?token limit\b`,
  // “maximum context length is 8192 tokens”, “the maximum supported sequence length is just 8192”
  String.raw`\bmax(?:imum)?\b(?: \w+){0,2} (?:context|prompt|sequence|input) (?:length|size|tokens?)\b`,
  String.raw`\bcontext (?:length|size|window) (?:is|of) (?:only )?\d`,
  // “please reduce the length of the messages or completion”
  String.raw`\b(?:reduce|shorten) (?:the (?:length|size) of )?(?:the |your )?(?:input |current )?(?:prompt|messages|input|context|conversation)\b`,
].map((sentence) => new RegExp(sentence, 'i'));

/** Sentences of another build; test/unit/adapters/models/overflowAnswers.ts has whole answers of each. */
const TABLE: readonly RegExp[] = [
  /tokens to keep from the initial prompt|keep the first \d+ tokens|cannot truncate prompt/i, // LM Studio: github.com/lmstudio-ai/lmstudio-bug-tracker/issues/237
  /`?inputs`? (tokens \+ `?max_new_tokens`? must be <=|must have less than) \d+/i, // Text Generation Inference
  /input token count is \d+ but.{0,20}model only supports/i, // Vertex AI
  /request body too large for .{1,80} model|payload size exceeds/i, // GitHub Models, Gemini
  /prompt exceeds max length/i, // Z.ai
  /range of input length should be/i, // DashScope, Xunfei
  /must be less than max_seq_len/i, // SiliconFlow
  /input is too long\b/i, // Bedrock: github.com/earendil-works/pi/blob/main/packages/ai/src/utils/overflow.ts
  /too many tokens: size limit exceeded|too many total text bytes/i, // Cohere: docs.cohere.com/reference/errors; Anthropic
  /exceeded (?:max context|model token)/i, // Ollama, Moonshot: github.com/earendil-works/pi/issues/129
  /prompt tokens too long|max input characters/i, // Baidu
  /total tokens of image and text exceed/i, // Volcengine
  /failed to find (?:a )?(?:free space in the|memory slot|kv).{0,20}(?:kv|batch|cache)/i, // llama.cpp before slots checked the size
  /(?:上下文|输入|提示词?|prompt|tokens?).{0,20}(?:过长|超长|超出|超过)/iu, // vendors that answer in Chinese
];

/** Whether the words say that a request is too long for its model. */
export function saysTooLong(text: string): boolean {
  const isMeant = SENTENCES.some((sentence) => sentence.test(text)) || TABLE.some((row) => row.test(text));
  return isMeant && !isOfOutput(text) && !isOfPlan(text) && !isOfSomethingElse(text);
}

/** The cap of an answer: no shorter request helps. */
function isOfOutput(text: string): boolean {
  const isNamed =
    /max_(?:completion_|output_|new_)?tokens|maxOutputTokens|(?:output|completion) tokens?/i.test(text);
  return isNamed && !/\b(?:prompt|input|context|messages?|inputs)\b/i.test(text);
}

/** What an account may use in a while: waiting helps. */
function isOfPlan(text: string): boolean {
  return /\b(?:this|per|a) (?:second|minute|hour|day|week|month)\b|\bupgrade\b/i.test(text);
}

/** An id, a name or a picture may be too long or too large, too. */
function isOfSomethingElse(text: string): boolean {
  if (/string too long/i.test(text)) return !/\b(?:content|text|input)['"\]`]* ?:/i.test(text);
  const isNamed =
    /\b(?:images?|audio|video|files?|attachments?|names?|ids?|identifier|description|schema|url|metadata|enum)\b/i.test(
      text,
    );
  return isNamed && !/\b(?:context|prompt|tokens?)\b/i.test(text);
}
