/** Returns an element's inner HTML without comments, `<div>` and `</div>`, and with single spaces as white space. */
export function comparableMarkup(element: Element): string {
  return element.innerHTML
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<div>|<\/div>|\s+/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim();
}
