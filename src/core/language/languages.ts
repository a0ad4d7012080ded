import { chinese } from './chinese.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { indonesian } from './indonesian.ts';
import { japanese } from './japanese.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';
import type { RuleCues } from './ruleCues.ts';

export const languages: readonly RuleCues[] = [
  english,
  indonesian,
  german,
  spanish,
  french,
  chinese,
  japanese,
  russian,
];
