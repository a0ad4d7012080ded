/** Returns the markup of an element without comments and `div` tags, and with all white space reduced to one space. */
export function comparableMarkup(element: Element): string {
  return element.innerHTML
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<div>|<\/div>|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}
