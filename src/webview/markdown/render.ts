import DOMPurify from 'dompurify';
import MarkdownIt from 'markdown-it';
import { drawable } from '../base/html.ts';

/**
 * Patterns for web addresses, paths (with or without a drive), and files with a line, e.g. `src/a.ts:40-58`. No pattern
 * matches another scheme, such as `mailto:`, `command:` or `javascript:`. A path must not contain a colon, except after
 * its drive. In a file with a line, the part before the line's colon must contain a slash or a backslash, which no
 * scheme contains, or end with an extension.
 */
const allowedLinks = [
  /^https?:\/\//i,
  /^(?!\/\/)(?:[a-z]:[\\/])?[^:]+$/i,
  /^(?!\/\/)(?:[a-z]:(?=[\\/]))?(?=[^:]*(?:[\\/]|\.\w+:))[^:]+:\d+(?:[:-]\d+)*$/i,
];

const parser = new MarkdownIt({ html: false, linkify: true, typographer: false });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
parser.validateLink = isAllowedLink;
/** Whether the renderer is inside a link. There, an image becomes text and not a link, as links can't be nested. */
let isInLink = false;
for (const side of ['link_open', 'link_close'])
  parser.renderer.rules[side] = (tokens, index, options) => {
    isInLink = side === 'link_open';
    return parser.renderer.renderToken(tokens, index, options);
  };
parser.renderer.rules.image = (tokens, index) => {
  const image = tokens[index];
  const address = parser.utils.escapeHtml(String(image?.attrGet('src') ?? ''));
  const description = parser.utils.escapeHtml(image?.content ?? '');
  const words = description === '' ? address : description;
  return isInLink ? words : `<a href="${address}">${words}</a>`;
};
// The parser aligns table cells with inline styles, which the page's content security policy forbids. Classes replace
// these styles.
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
  // Allows all addresses, since DOMPurify's own rule would refuse `a.ts:40`. `isAllowedLink` checks the addresses.
  ALLOWED_URI_REGEXP: /^/,
};

/** Returns whether the page may contain a link to this address. */
export function isAllowedLink(href: string): boolean {
  const plain = decodeQuietly(href).trim();
  return !/\p{Cc}/u.test(plain) && allowedLinks.some((allowed) => allowed.test(plain));
}

/** The link definitions of a text. The parser adds them to the object. */
export type LinkDefinitions = Record<string, unknown>;

/**
 * Renders a block of Markdown as a fragment that is safe to put into the page: raw HTML is shown as text, links lead
 * only to the web or to a path, images become links, and DOMPurify removes everything else.
 */
export function renderMarkdown(source: string, definitions: LinkDefinitions): DocumentFragment {
  return sanitize(parser.render(source, definitions));
}

/**
 * Passes markup through DOMPurify and disables links that are not allowed. Then makes the texts quick to draw
 * (`drawable`). This is the last step, because `drawable` misses combining marks that are still entities.
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

/**
 * Returns the offset at which each top-level block of a text begins; an empty list for an empty text. Adds the link
 * definitions of the text to `definitions`.
 */
export function blockStarts(source: string, definitions: LinkDefinitions): readonly number[] {
  const lines = lineOffsets(source);
  return parser
    .parse(source, definitions)
    .flatMap(({ level, nesting, map }) => (level === 0 && nesting >= 0 && map !== null ? [map[0]] : []))
    .map((line) => lines[line] ?? 0);
}

/** Returns the offset of each line. Like the parser, also ends a line at a carriage return without a line feed. */
function lineOffsets(source: string): readonly number[] {
  return [
    0,
    ...Array.from(source.matchAll(/\r\n?|\n/g), ({ index, 0: lineBreak }) => index + lineBreak.length),
  ];
}

function decodeQuietly(href: string): string {
  try {
    return decodeURI(href);
  } catch {
    // The encoding is invalid, so the address is checked as it is.
    return href;
  }
}
