import type { StandingRules } from './standingRules.ts';

export const indonesian: StandingRules = {
  none: [
    /^(?:kenapa|mengapa|apakah|apa|bagaimana|gimana|di ?mana|kapan|siapa)(?=\s)/,
    /\bjangan lupa\b/,
    /\bpasti (?:sudah|karena|ada)\b/,
    /^(?:muncul|katanya|menurut|dulu)(?=\s)/,
  ],
  constraint: [
    /\b(?:jangan|dilarang|tidak boleh|gak boleh|nggak boleh|ga boleh|tak boleh|hindari|wajib|harus|mesti|pastikan|mulai sekarang|tanpa (?:izin|persetujuan)|selalu (?!saja|gagal|error|rusak|me)|hanya boleh|cukup gunakan|maksimal|minimal \d|paling (?:lama|banyak|lambat))\b/,
    /\b(?:ga|gak|nggak|tidak|tak) (?:usah|perlu) (?:nambah|tambah|pakai|pake|ubah|ngubah|sentuh|bikin|buat)\w*/,
    /^(?:tolong |mohon )?(?:gunakan|pakai|pake) (?:hanya|selalu)\b/,
    /\b(?:gunakan|pakai)\b.*\b(?:saja|bukan|untuk semua|di semua)\b(?!.*\bkita\b)(?<!\bkita (?:gunakan|pakai)\b.*)/,
    /\btiap (?:kali|selesai|habis|mau)\b|\bpokoknya\b|\bseterusnya\b/,
    /\bbiarkan\b|\bdianggap (?:terkunci|final|beku)\b|\bseperti (?:sekarang|semula|apa adanya)\b/,
    /\b(?:tanya|konfirmasi|kabari|bilang)\b.*\b(?:dulu|sebelum)\b/,
  ],
  correction: [
    /^(?:bukan|salah|eh,? bukan|kamu (?:keliru|salah|kira|ngira))/,
    /\bmaksud (?:saya|ku)\b|\bmaksudku\b/,
    /\bseharusnya\b|\bkeliru\b|\bseperti yang kamu\b|\bdi kodemu\b|\byang saya minta\b|\bitu salah\b/,
    /\bbukan [^,]{2,40}, (?:tapi|melainkan)\b|\bpadahal\b/,
  ],
  decision: [
    /\b(?:kita|saya|kami|aku) (?:pakai|pake|putuskan|memutuskan|pilih|memilih|sepakat|tetap|jadi|ambil|tunda|batalkan)\b/,
    /\b(?:ditunda|kita tetapkan|fix ya)\b|\bdiputuskan\b|\bfix (?:pakai|pake)\b/,
    /\b(?:ya udah|oke|ok|yaudah),? .*\b(?:opsi|pilihan|pakai|pake|yang)\b/,
  ],
};
