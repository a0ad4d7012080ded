import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { drawable } from '../base/html.ts';

/**
 * Renders Markdown as a fragment that is safe to put into the page: raw HTML stays text, links lead only to the web
 * or to a path, images become links, and DOMPurify removes everything else.
 */

/**
 * The web; a path without a scheme; a file with a line, e.g. `src/a.ts:40-58`. All other schemes are refused, such as
 * `mailto:`, `command:` and `javascript:`.
 */
const allowedLinks = [/^https?:\/\//i, /^(?!\/\/)[^:]+$/, /^[\w./\\@-]+\.\w+:\d+(?:[:-]\d+)*$/];

const parser = new MarkdownIt({ html: false, linkify: true, typographer: false });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
parser.validateLink = isAllowedLink;
parser.renderer.rules.image = (tokens, index) => {
  const image = tokens[index];
  const { escapeHtml } = parser.utils;
  return `<a href="${escapeHtml(String(image?.attrGet('src') ?? ''))}">${escapeHtml(image?.content ?? '')}</a>`;
};
// Tables set their alignment by inline style, which the page's policy forbids.
for (const cell of ['th_open', 'td_open']) {
  parser.renderer.rules[cell] = (tokens, index, options) => {
    const token = tokens[index];
    const align = /text-align:(\w+)/.exec(String(token?.attrGet('style') ?? ''))?.[1];
    if (token !== undefined && align !== undefined) token.attrs = [['class', `align-${align}`]];
    return parser.renderer.renderToken(tokens, index, options);
  };
}

const purifier = {
  ALLOWED_TAGS:
    'a p br hr em strong s code pre ul ol li blockquote h1 h2 h3 h4 h5 h6 table thead tbody tr th td span'.split(
      ' ',
    ),
  ALLOWED_ATTR: ['href', 'class', 'start'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
};

/** Returns whether the page may contain a link to this address. */
export function isAllowedLink(href: string): boolean {
  const plain = decodeQuietly(href).trim();
  return !/\p{Cc}/u.test(plain) && allowedLinks.some((allowed) => allowed.test(plain));
}

/** Renders Markdown. The fragment contains no script, style or handler. */
export function renderMarkdown(source: string): DocumentFragment {
  return sanitize(parser.render(source));
}

/**
 * Passes markup through DOMPurify and disables links that are not allowed. Makes the texts quick to draw only then,
 * since the source may have written endless combining marks as entities.
 */
export function sanitize(markup: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(markup, { ...purifier, RETURN_DOM_FRAGMENT: true });
  for (const link of fragment.querySelectorAll('a')) {
    if (!isAllowedLink(link.getAttribute('href') ?? '')) link.removeAttribute('href');
  }
  const texts = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    text.nodeValue = drawable(text.nodeValue ?? '');
  return fragment;
}

/** Returns where each top-level block of a text begins, as an offset. Empty for empty text. */
export function blockStarts(source: string): readonly number[] {
  const lines = lineOffsets(source);
  return parser
    .parse(source, {})
    .flatMap(({ level, nesting, map }) => (level === 0 && nesting >= 0 && map !== null ? [map[0]] : []))
    .map((line) => lines[line] ?? 0);
}

function lineOffsets(source: string): readonly number[] {
  const offsets = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) offsets.push(at + 1);
  return offsets;
}

function decodeQuietly(href: string): string {
  try {
    return decodeURI(href);
  } catch {
    // Not a valid encoding: the address is checked as it is.
    return href;
  }
}
