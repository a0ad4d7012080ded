import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const textOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');

/** Matches internal terms, which must not occur in a text for people. docs/WORDS.md lists the terms to use instead. */
const PRIVATE =
  /\b(stub(s|bed|bing)?|fold(s|ed|ing)?|squeez\w*|evict\w*|superseded|recall away|rewinds?|rewound|chitchat|prose|ledgers?|records?|digests?)\b/i;

/** Files whose sentences are for the model, not for a person. */
const FOR_THE_MODEL = ['src/extension/setup/systemText.ts', 'src/adapters/mcp/sessionTools.ts'];

const FILES = globSync('src/{webview,extension,shared,adapters,cli,plugins}/**/*.ts', { cwd: ROOT }).filter(
  (file) => !FOR_THE_MODEL.includes(file),
);

/** Returns whether a text has at least two words. A single word may be a key, which nobody sees. */
function isSentence(text: string): boolean {
  return /\S\s+\S/.test(text.trim());
}

/** Returns the sentences in a file's literals, without CSS and HTML attributes. Each placeholder becomes `…`. */
function textsOf(file: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'css') return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) {
      found.push(
        [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…'),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true));
  return found.map(withoutMarkup).filter(isSentence);
}

function withoutMarkup(text: string): string {
  return text
    .replace(/\s(class|role|id|slot|[@.?][\w-]+)=("[^"]*"|\S*)/g, ' ')
    .replace(/<\/?(summary|details)>?/g, ' ');
}

/** Returns the manifest's titles, descriptions and labels at all levels. */
function manifestTexts(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string') {
    const isText = /^(title|label|name|contents|category|.*[dD]escriptions?)$/.test(key);
    return isText ? [value.replace(/`[^`]*`|\]\([^)]*\)/g, '')] : [];
  }
  if (Array.isArray(value)) return value.flatMap((each) => manifestTexts(each, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([own, each]) => manifestTexts(each, own));
}

const withPrivateWords = (texts: readonly string[]): readonly string[] =>
  texts.filter((text) => PRIVATE.test(text));

describe('Texts for people', () => {
  it('contain no internal term in views and messages', () => {
    assert.deepEqual(
      FILES.flatMap((file) => withPrivateWords(textsOf(file)).map((text) => `${file}: ${text}`)),
      [],
    );
  });

  it('contain no internal term in commands, settings and the walkthrough', () => {
    const { contributes } = JSON.parse(textOf('package.json')) as { readonly contributes: unknown };
    assert.deepEqual(withPrivateWords(manifestTexts(contributes)), []);
  });

  it('contain no internal term in pictures', () => {
    const pictures = globSync('media/**/*.svg', { cwd: ROOT });
    const texts = pictures.flatMap((file) =>
      [...textOf(file).matchAll(/>([^<]+)</g)].map(([, text = '']) => text),
    );
    assert.ok(texts.length > 20);
    assert.deepEqual(withPrivateWords(texts), []);
  });

  it('are checked for internal terms only if they have at least two words', () => {
    assert.deepEqual(withPrivateWords(['The model sees a stub of it', 'kept word for word']), [
      'The model sees a stub of it',
    ]);
    assert.equal(isSentence('stub'), false);
    assert.ok(FILES.length > 100);
    assert.ok(FILES.flatMap(textsOf).length > 300);
  });
});
