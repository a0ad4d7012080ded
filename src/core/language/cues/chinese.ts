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
    // Matches guesses, and reports that something does not work.
    /^(?:我)?(?:好像|可能|也许|估计|大概)|不能(?:正常)?(?:打开|点击|显示|运行|加载|保存|返回|恢复|通过|复现|连接|启动|编译|播放|识别)(?:了)?(?:[，。！,.!]|$)/,
    /报错|提示说|文档(?:里|上)?(?:写|说)|日志里|显示(?:错误|的是)/,
  ],
  constraint: [
    /不要(?!紧|担心|着急|客气)|不能(?!用了)|不可以?|不得|不准|不许|不允许|禁止|请勿|切勿|(?<![特区类级性识分差个告辨鉴派有])别(?!的|人|处|名|墅|扭|致|忘|急|担心|客气|停|说)|始终(?!报|不(?!要|能|许)|没|失败|是)|总是要|必须|务必|一律|只(?:能|用|(?:改|修改|动)(?!了|过)|允许|准)|确保|保证(?!金)|避免|从现在(?:起|开始)|今后|以后(?:都(?!没|不)|每|所有)|没有我的|不超过|以内|至少|最多|(?<!不)统一(?!登录)|保持|原样|都(?:要|得|用)|凡是|一定要|先(?:问|告诉)/,
  ],
  correction: [
    /我说的是|我的意思是|应该是(?!.*(?:问题|原因|导致|引起|吧|bug))|[改弄搞理解把写用看]错|[搞弄]反|不是[^，。]{1,20}[，,]\s*(?:是|而是)/,
  ],
  decision: [
    /^定了|就[叫用按]|采用|定下来|按你说的|就这么|先不做|暂时不/,
    // The subject must be the speaker. With another subject, the sentence describes how something works.
    /(?:^|[，,；;：:]\s?|[我咱][^，,；;]{0,20})(?:那么?|就|还是|最[后终]|已经?)*(?:决定|选择(?!器)|放弃)/,
  ],
};
