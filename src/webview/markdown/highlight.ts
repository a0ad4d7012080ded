import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import cpp from 'highlight.js/lib/languages/cpp';
import cssLanguage from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import go from 'highlight.js/lib/languages/go';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { sanitize } from './render.ts';

/**
 * The grammars by name, each with its aliases. Some aliases are names of similar languages, e.g. `javascript` for the
 * TypeScript grammar.
 */
const languages = {
  typescript: [typescript, ['ts', 'tsx', 'javascript', 'js', 'jsx', 'mjs', 'cjs', 'mts', 'typescriptreact']],
  json: [json, ['jsonc', 'json5', 'jsonl']],
  python: [python, ['py']],
  bash: [bash, ['sh', 'shell', 'zsh', 'console', 'shellscript']],
  diff: [diff, ['patch']],
  css: [cssLanguage, ['scss', 'less']],
  xml: [xml, ['html', 'svg', 'vue']],
  yaml: [yaml, ['yml']],
  sql: [sql, []],
  go: [go, ['golang']],
  rust: [rust, ['rs']],
  java: [java, ['kotlin', 'kt']],
  cpp: [cpp, ['c', 'h', 'hpp', 'cc', 'c++', 'csharp', 'cs']],
} as const;

for (const [name, [grammar, aliases]] of Object.entries(languages)) {
  hljs.registerLanguage(name, grammar);
  hljs.registerAliases([...aliases], { languageName: name });
}

/** The maximum number of characters. Longer code is not coloured: 200 kB would take a quarter of a second. */
const maxLength = 60_000;

/** Colours a code element in place if the language is known and the code is short enough. Never guesses a language. */
export function highlight(code: HTMLElement, language: string): void {
  const text = code.textContent;
  if (text.length > maxLength || hljs.getLanguage(language) === undefined) return;
  code.replaceChildren(sanitize(hljs.highlight(text, { language, ignoreIllegals: true }).value));
}

const waiting = new WeakMap<Element, string>();
const observer = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) {
    if (!isIntersecting) continue;
    observer.unobserve(target);
    highlight(target as HTMLElement, waiting.get(target) ?? '');
    waiting.delete(target);
  }
});

/** Colours a code element once it comes into view. */
export function highlightWhenVisible(code: HTMLElement, language: string): void {
  waiting.set(code, language);
  observer.observe(code);
}
