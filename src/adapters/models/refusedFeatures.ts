/**
 * Recognises errors that say that an endpoint does not support a feature at all. After such an error, Longthread sends
 * its requests without the feature. So the patterns for tools and images are strict: an error about one tool, a tool's
 * schema or one image's format does not match.
 */

/** Matches an error about any unsupported parameter. */
export const REFUSED =
  /unsupported|not supported|n['o]t (currently )?support|unrecognized|unknown|unexpected|extra (inputs|fields?)|extra_forbidden|not (permitted|allowed)|invalid param/i;

/**
 * Matches errors of llama.cpp and vLLM servers that were started without a tool parser. The error of vLLM also contains
 * the words “tool choice”, so this pattern must be tried before the one for `tool_choice` (https://github.com/ggml-org/llama.cpp/blob/master/docs/function-calling.md,
 * https://docs.vllm.ai/en/latest/features/tool_calling/).
 */
export const NO_TOOL_PARSER = /--jinja|enable-auto-tool-choice/i;

const TOOLS = String.raw`['"\x60]?(?:tools?(?: ?use| ?usage|[- ]?call(?:s|ing)?)?|functions?(?: tools|[- ]?call(?:s|ing)?)?)['"\x60]?`;
const MODEL = String.raw`(?:(?:this|the|your|that|chosen|selected)\b.{0,24}\b(?:model|endpoint|provider|deployment|server|engine|API)\b|models?\b|[\w./:-]*\d)`;
/** Matches a request id such as “(ref: 3f2a-…)” at the end of an error. Gateways and Ollama's cloud add such ids. */
const REQUEST_ID = String.raw`\((?:ref(?:erence)?|id|cf-ray|(?:x-)?(?:req(?:uest)?|trace|correlation)(?:[ _-]?id)?): ?[\w-]+\)\W*$`;
/**
 * Matches the position after a feature's name if the clause ends there, or goes on with words like “for this model” or
 * with the id of the request.
 */
const END = String.raw`(?= *(?:$|${REQUEST_ID}|[.,;:!)"]|(?:yet|and|or|currently|at (?:this time|the moment))\b|(?:for|by|with|in|on|at) ${MODEL}))`;

/**
 * Matches errors about tools by Ollama ("does not support tools"), OpenRouter ("no endpoints found that support tool
 * use"), Groq (“`tool calling` is not supported with this model”), Gemini ("function calling is not enabled for
 * models/…") and OpenAI ("unsupported parameter: 'tools'"). Does not match an error about only one feature of tools,
 * such as “parallel tool calls are not supported”.
 */
export const NO_TOOLS = new RegExp(
  [
    String.raw`(?:not|n't) (?:currently )?(?:support|accept|capable of) (?:the )?(?:use of )?${TOOLS}${END}`,
    String.raw`(?:^|[.,;:({\["'\x60] ?|\bthat )${TOOLS}(?:,? (?:and|or) ['"\x60]?\w+['"\x60]?)? (?:(?:is|are) )?(?:currently )?(?:not (?:currently )?(?:supported|enabled|available|allowed|permitted)|un(?:supported|available))${END}`,
    String.raw`\b(?:tools|functions): extra inputs`,
    String.raw`no endpoints .{0,20}support tool`,
    String.raw`(?:unsupported|unknown|unrecognized|unexpected)(?: request| keyword)? (?:parameters?|arguments?|fields?|names?)[^.]{0,20}['"\x60: ](?:tools|functions)(?![\w.\[])`,
    String.raw`not support param[^.]{0,12}['"](?:tools|functions)['"]`,
  ].join('|'),
  'im',
);

const IMAGES = String.raw`['"\x60]?(?:images?|vision|multi-?modal)(?:[ _]?(?:inputs?|urls?|contents?|parts?|understanding|capabilit\w+))?['"\x60]?`;

/**
 * Matches errors about images by llama.cpp ("image input is not supported"), OpenRouter ("no endpoints found that
 * support image input"), OpenAI ("image_url is only supported by certain models"), DeepSeek ("unknown variant
 * \`image_url\`"), vLLM ("is not a multimodal model", "at most 0 image(s)"), Groq ("content must be a string"), Mistral
 * ("image input is not enabled for this model"), Ollama ("missing data required for image input") and mlx-lm ("only
 * 'text' content type is supported"). An error about the size, animation or format of one image, or about the
 * messages of one role, does not match.
 */
export const NO_IMAGES = new RegExp(
  [
    String.raw`(?:^|[.,;:({\["'\x60] ?|\b(?:that|type|with|of|the) )${IMAGES} (?:is|are) (?:currently )?(?:not (?:currently )?|only |un)(?:supported|enabled|available)`,
    String.raw`(?:not|n't) (?:currently )?(?:support|accept|take|process) (?:the )?(?:use of )?${IMAGES}${END}`,
    String.raw`no endpoints .{0,40}image`,
    String.raw`(?:unknown variant|unsupported content type|invalid content type).{0,5}image_url`,
    String.raw`not a multimodal model`,
    String.raw`at most 0 image`,
    String.raw`content must be a string`,
    String.raw`missing data required for ${IMAGES}`,
    String.raw`(?<!\b(?:system|developer|assistant|tools?)\b[^.]{0,40})\bonly ['"\x60]?text['"\x60]? (?:content|input|message)s?(?: (?:type|part)s?)? (?:is|are) (?:supported|accepted|allowed)${END}`,
  ].join('|'),
  'im',
);
