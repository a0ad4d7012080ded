/**
 * Changes the attributes and the content of a node to those of another node of the same kind. Moves new children out of
 * the other node. A child stays in the page if the other node has a child of the same kind at the same position. So it
 * keeps the selection, the focus and the scroll position.
 */
export function changeInto(node: Node, next: Node): void {
  if (node instanceof Text && next instanceof Text) changeText(node, next.data);
  if (node instanceof Element && next instanceof Element) changeAttributes(node, next);
  const children = [...node.childNodes];
  const wanted = [...next.childNodes];
  for (const child of children.slice(wanted.length)) child.remove();
  wanted.forEach((child, index) => {
    const was = children[index];
    if (was === undefined) node.appendChild(child);
    else if (was.nodeName === child.nodeName) changeInto(was, child);
    else was.replaceWith(child);
  });
}

/** Replaces only the text after the common beginning, since a selection would be lost in replaced text. */
function changeText(text: Text, data: string): void {
  const old = text.data;
  let same = 0;
  while (same < old.length && old[same] === data[same]) same += 1;
  if (same < old.length || same < data.length) text.replaceData(same, old.length - same, data.slice(same));
}

function changeAttributes(element: Element, next: Element): void {
  for (const name of element.getAttributeNames()) if (!next.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of next.attributes)
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
