import type { RuleCues } from './ruleCues.ts';

/**
 * The cues for Chinese. Chinese has no word boundaries that `\b` recognises, so cues match characters anywhere, or at
 * the beginning or end of the sentence.
 */
export const chinese: RuleCues = {
  none: [
    /(?:吗|呢|啊)[。.!！]?$|^(?:为什么|为啥|怎么|是不是|能不能|可不可以|有没有|要不要|谁)|别忘|不要忘/,
    // Matches requests to continue the work.
    /^(?:请|先)?(?:不要|别)停(?:下来?)?[。.！!]?$/,
    /报错|提示说|文档(?:里|上)?(?:写|说)|日志里|显示(?:错误|的是)/,
  ],
  constraint: [
    /不要|不能(?!用了)|不可以?|不得|不准|不许|不允许|禁止|请勿|切勿|千万别|别(?:再|给我|把|随便|改|动|删|用|加|碰|写)|始终|总是要|必须|务必|一律|只能|只用|只允许|确保|保证|避免|从现在(?:起|开始)|今后|以后(?:都|每|所有)|没有我的|不超过|以内|至少|最多|统一|保持|原样|都(?:要|得|用)|凡是|一定要|先(?:问|告诉)/,
  ],
  correction: [
    /我说的是|我的意思是|应该是|[改弄搞理解把写用看]错|[搞弄]反|不是[^，。]{1,20}[，,]\s*(?:是|而是)/,
  ],
  decision: [
    /^定了|就[叫用按]|采用|定下来|按你说的|就这么|先不做|暂时不/,
    // The subject must be the speaker. With another subject, the sentence describes how something works.
    /(?:^|[，,；;：:]\s?|[我咱][^，,；;]{0,20})(?:那么?|就|还是|最[后终]|已经?)*(?:决定|选择(?!器)|放弃)/,
  ],
};
