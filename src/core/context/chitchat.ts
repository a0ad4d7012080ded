/**
 * Short confirmations without content: "ok", "thanks", "lanjut", "weiter". Only the listed words count. Words are
 * compared in lower case, without punctuation and emoji.
 */
const CONFIRMATIONS = new Set(
  [
    'ok okay okey k kk lgtm got yes yep yeah yup sure alright fine right correct exactly perfect great good nice cool awesome',
    'excellent wonderful amazing thanks thank thx ty cheers continue go proceed next done understood noted agreed',
    'lanjut lanjutkan oke okee ya iya yap siap sip mantap bagus terima kasih makasih trims baik betul benar gas',
    'ja jo genau gut super prima danke dank weiter passt klar perfekt stimmt einverstanden',
    'sí si vale claro gracias perfecto bien bueno sigue continúa adelante genial listo',
    'oui daccord merci parfait bien super continue continuez vas-y entendu compris',
    'sim obrigado obrigada certo ótimo perfeito continua beleza valeu',
    'да ок окей хорошо спасибо отлично понятно продолжай дальше верно супер',
    '好 好的 是 是的 对 嗯 行 可以 谢谢 继续 明白 没问题 不错 很好',
    'はい うん 了解 了解です ありがとう ありがとうございます 続けて お願いします いいね 完璧',
    '네 예 응 좋아 좋아요 감사합니다 고마워 계속 알겠습니다 완벽해',
  ]
    .join(' ')
    .split(' '),
);

/** Words that may stand beside a confirmation without adding content: "ok, go ahead then", "looks good to me". */
const FILLERS = new Set(
  (
    'sounds so very much a lot then now please pls man bro that is its it looks look good to me ahead on you with all works ' +
    'banyak banget dong aja deh kak mas bang sehr vielen schön so schon muchas todo muy beaucoup très bien tout muito muita große вам тебе большое очень всё все'
  ).split(' '),
);

const MAX_WORDS = 6;

/**
 * Returns whether a text is only a confirmation. A confirmation has at most six words: one or more of `CONFIRMATIONS`,
 * and any number of `FILLERS`. A text that is not blank but has no words, such as an emoji, is a confirmation, too. A
 * text with more than 60 characters, a digit, a question mark or a character that is typical of code is not a
 * confirmation.
 */
export function isConfirmation(text: string): boolean {
  if (text.length > 60 || /[?？؟`/\\:@#<>{}[\]=\d]/u.test(text)) return false;
  const words = text
    .toLowerCase()
    .replace(/[’']/gu, '')
    .replace(/[^\p{L}\p{M}-]+/gu, ' ')
    .trim()
    .split(' ')
    .filter(Boolean);
  if (words.length === 0) return text.trim() !== '';
  if (words.length > MAX_WORDS) return false;
  return (
    words.some((word) => CONFIRMATIONS.has(word)) &&
    words.every((word) => CONFIRMATIONS.has(word) || FILLERS.has(word))
  );
}

/** Returns whether a text has a question mark near its end. A confirmation after such a text is an answer. */
export function asksSomething(text: string): boolean {
  const end = text.trimEnd().slice(-400);
  return /[?？؟]/u.test(end);
}
