/** Returns the markup of an element without comments, the tags of blocks, and differences in white space. */
export function comparableMarkup(element: Element): string {
  return element.innerHTML
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<div>|<\/div>|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}
