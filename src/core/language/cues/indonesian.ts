import type { RuleCues } from './ruleCues.ts';

export const indonesian: RuleCues = {
  none: [
    /^(?:kenapa|mengapa|apakah|apa|bagaimana|gimana|di ?mana|kapan|siapa|muncul|katanya|menurut)(?=\s)/,
    // Matches requests to continue the work.
    /^jangan berhenti(?: dulu)?[.! ]*$/,
    /\bjangan lupa\b|\bpasti (?:sudah|karena|ada)\b/,
  ],
  constraint: [
    /\b(?:jangan|dilarang|(?:tidak|gak|nggak|ga|tak) boleh|hindari|wajib|harus|mesti|mulai sekarang|seterusnya|tanpa (?:izin|persetujuan)|selalu (?!saja|gagal|error|rusak|me)|hanya boleh|maksimal|minimal \d)\b/,
    /\b(?:ga|gak|nggak|tidak|tak) (?:usah|perlu) \w+/,
    /\b(?:gunakan|pakai|pake) (?:hanya|selalu)\b|^(?:tolong )?(?:gunakan|pakai|pake)\b.*\b(?:saja|bukan|semua)\b/,
    /\bbiarkan\b|\b(?:tiap|setiap) (?:kali|selesai|habis|mau)\b|\bseperti (?:sekarang|semula|apa adanya)\b/,
    /\b(?:tanya|konfirmasi|kabari|bilang)\b.*\b(?:dulu|sebelum)\b/,
  ],
  correction: [
    /^(?:eh,? )?bukan\b|^salah\b|\bkamu (?:keliru|salah)\b|\bbukan [^,]{2,40}, (?:tapi|melainkan)\b/,
    /\bmaksud (?:saya|ku)\b|\bmaksudku\b|\bseharusnya\b|\byang saya minta\b/,
  ],
  decision: [
    /\b(?:kita|saya|kami|aku) (?:pakai|pake|putuskan|memutuskan|pilih|memilih|sepakat|tetap|tunda|batalkan)\b|\bdiputuskan\b|\bfix (?:ya|pakai|pake)\b/,
  ],
};
