/** Writes SVG. Numbers are rounded to a tenth of a pixel, and texts are escaped. */

export type Attributes = Readonly<Record<string, string | number>>;

export function element(name: string, attributes: Attributes, ...children: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(asText(value))}"`);
  return `<${name}${written.join('')}>${children.join('')}</${name}>`;
}

export function label(text: string, attributes: Attributes): string {
  return element('text', attributes, escapeText(text));
}

/** Returns a picture that scales with the page. Screen readers read the title of the picture. */
export function picture(
  size: { readonly width: number; readonly height: number },
  title: string,
  content: string,
): string {
  const viewBox = `0 0 ${String(size.width)} ${String(size.height)}`;
  return element(
    'svg',
    { viewBox, role: 'img', 'aria-label': title, xmlns: 'http://www.w3.org/2000/svg' },
    content,
  );
}

export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function asText(value: string | number): string {
  return typeof value === 'number' ? String(Math.round(value * 10) / 10) : value;
}
