/**
 * Returns the id of the chat in which a question was asked, the same as in the agent's requests. Reads it from fields
 * that the stable API passes on but does not declare; undefined if they look different.
 */
export function chatOf(request: object): string | undefined {
  const resource = resourceOf(request) ?? resourceOf(at(request, 'toolInvocationToken'));
  if (resource === undefined) return undefined;
  const encoded = /^\/([\w+=-]+)$/.exec(resource.path)?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
}

/** Returns the address of one of the editor's own chats: `<scheme>://local/<its id, encoded>`. */
function resourceOf(holder: unknown): { readonly path: string } | undefined {
  const resource = at(holder, 'sessionResource');
  const path = at(resource, 'path');
  return at(resource, 'authority') === 'local' && typeof path === 'string' ? { path } : undefined;
}

function at(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[key] : undefined;
}
