import assert from 'node:assert/strict';
import { ruleSentences } from '../../../../src/core/language/ruleSentences.ts';

interface Sentences {
  /** Bans, limits and contrasts as people type them. */
  readonly rules: string;
  /** Reports, guesses and small talk that have words of rules. */
  readonly others: string;
}

const languages: Readonly<Record<string, Sentences>> = {
  German: {
    rules: `
Nicht committen!
Bitte nichts umbenennen.
Nicht einfach Dateien löschen.
Fass die Migrationen nicht an.
Änder nichts an den Tests.
push nie auf main
Mach das nie wieder.
Ich mag keine Klassen.
Kein Problem, aber push nichts ohne Review.
Tabs, nicht Leerzeichen.
Keine Fehler verschlucken!
Tokens werden nicht gespeichert.`,
    others: `
Ich muss kurz weg.
Keine Ahnung, warum.
Kein Problem.
Nie gesehen.
Immer noch der gleiche Fehler.
Die Bilder werden nicht geladen.
Es wird nur die erste Zeile angezeigt.
Nach jedem Speichern stürzt es ab.
Das muss am Cache liegen.
Nichts gefunden.
Nicht verstanden.
Nicht schlecht.`,
  },
  French: {
    rules: `
Touche pas à la base.
pousse pas sur main
ajoute pas de dépendances
change pas l'API
Faut pas casser l'API.
Surtout ne pousse pas.
Des espaces, pas des tabulations.
Réponds toujours en français.
N'affiche pas les clés dans les logs.
Aucun changement dans l'API.`,
    others: `
Je dois partir.
Il faut que je mange.
Pas de problème.
Aucune idée.
Toujours la même erreur.
Ne compile pas.
n'affiche rien
marche pas chez moi
le build passe pas
C'est bien, pas mal du tout.`,
  },
  Spanish: {
    rules: `
No uses mocks.
no hagas push a main
No cambies nombres de funciones.
Mejor no hagas commits todavía, y no toques main.
No quiero clases.
Responde siempre en español.
máximo 80 caracteres por línea
La API no puede ser modificada.`,
    others: `
Nunca había visto esto.
Nunca lo he visto.
No puede ser.
No se puede abrir el archivo.
El servidor no puede conectar.
No tienes la culpa.
No entiendes nada de esto.
No todas las pruebas pasan.`,
  },
  Russian: {
    rules: `
Используй табы, а не пробелы.
pnpm, а не npm
Не надо менять схему.
Хватит писать комментарии.
Не хочу видеть классы.
Отвечай только на русском.`,
    others: `
Возвращает 3, а не 5.
Функция должна вернуть 5, а возвращает 3.
Должно быть, забыл сохранить.
Он не видит файл, а я вижу.
Не получилось.
Места хватит на всех.`,
  },
  Chinese: {
    rules: `
别提交
别改测试
先别推到 main
只改这个文件
接口不能改
不要着急提交，必须先问我
始终在提交前运行测试`,
    others: `
页面不能打开。
按钮不能点击
程序始终报空指针
不要担心
可能必须重启
应该是缓存的问题
结果和预期不统一
保证金计算不对
别人写的
识别不出来
只改了一行`,
  },
  Japanese: {
    rules: `
テストを消すな
勝手にコミットするな！
コメントは書かないでね
リリース前に確認して
先に聞いて
必ずエラーを処理してください`,
    others: `
必ずエラーになる
勝手に閉じる
ファイルが開かないことがある
使えないように見える
簡単にできるな
そうだろうな
前に相談した件
決定ボタンが反応しない`,
  },
  Indonesian: {
    rules: `
jgn hapus file
bukan tab, tapi spasi
setiap kali ada error, wajib tulis log`,
    others: `
Saya harus pergi dulu.
sepertinya harus diulang
setiap kali login selalu gagal
bukan apa-apa
kita tetap dapat error`,
  },
};

const linesOf = (text: string): readonly string[] => text.trim().split('\n');
const areFound = (text: string): readonly string[] => ruleSentences(text).map(({ text: rule }) => rule);

describe('Everyday sentences', () => {
  for (const [language, { rules, others }] of Object.entries(languages)) {
    it(`in ${language} are rules if they ban, limit or contrast something`, () => {
      for (const line of linesOf(rules)) assert.deepEqual(areFound(line), [line]);
    });

    it(`in ${language} are no rules if they report, guess or reassure`, () => {
      for (const line of linesOf(others)) assert.deepEqual(areFound(line), [], line);
    });
  }

  it('are rules even if a question at their end asks for consent', () => {
    for (const line of [
      "Don't use any, ok?",
      'Never push to main – understood?',
      'Nichts installieren, ja?',
      "Ne renomme aucun fichier, d'accord ?",
      'No instales nada, ¿vale?',
      'Не трогай базу, хорошо?',
      '不要改接口，好吗？',
      'anyは使わないで、いい？',
      'jangan push ke main, oke?',
    ])
      assert.deepEqual(areFound(line), [line]);
  });

  it('are no rules if they ask whether something is so, or ask for consent to a choice', () => {
    for (const line of ['We never push to main, right?', "Let's use tabs, ok?", 'Can you always run it, ok?'])
      assert.deepEqual(areFound(line), [], line);
  });
});
