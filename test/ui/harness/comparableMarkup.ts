/** Returns the markup of an element without comments and `div` tags, and with each run of white space as one space. */
export function comparableMarkup(element: Element): string {
  return element.innerHTML
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<div>|<\/div>|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}
