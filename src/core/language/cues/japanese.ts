import type { RuleCues } from './ruleCues.ts';

/**
 * The cues for Japanese. Japanese has no word boundaries that `\b` recognises, so cues match characters anywhere, or at
 * the beginning or end of the sentence.
 */
export const japanese: RuleCues = {
  none: [
    /(?:ですか|ますか|でしょうか|かな|の\?|かも)[。.]?$|^(?:なぜ|なんで|どうして|どう|何)|忘れ(?:ない|ずに)/,
    // Matches requests to continue the work.
    /^(?:止め|やめ|休ま)ないで(?:ください)?[。.！!]?$/,
    /と(?:表示|出て|書いて|言われ)/,
  ],
  constraint: [
    /ない(?:で(?:ください|$|[。、])|こと|ように)|てはいけ|ては(?:いけ|なら)|てはだめ|禁止|厳禁|必ず|絶対に|常に|今後は|これからは|(?:のみ|だけ)を?使|ようにしてください|勝手に|以内|以下に|以上に|そのまま|今のまま|変えずに|統一|不可|方針|先に.*(?:確認|相談)/,
  ],
  correction: [/そうではなく|ではなく|じゃなくて|間違って|間違い|のことです/],
  decision: [
    /決めました|決まり|決定|(?:にし|[い行]き)ましょう|にしよう[。.！!]*$|を採用|でいこう|にします|で[行い]きます|見送/,
  ],
};
