/**
 * Returns the id of the chat in which a question was asked. The agent's requests in that chat have the same id. Reads
 * the id from fields that the stable API passes but does not declare. Returns undefined if these fields have another
 * form.
 */
export function chatOf(request: object): string | undefined {
  const resource = resourceOf(request) ?? resourceOf(fieldOf(request, 'toolInvocationToken'));
  if (resource === undefined) return undefined;
  const encoded = /^\/([\w+=-]+)$/.exec(resource.path)?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
}

/**
 * Returns the path of the chat's address, which is in an object's `sessionResource`. The address of a chat has the form
 * `<scheme>://local/<the chat's id, encoded>`. Returns undefined if there is no address with the authority `local`.
 */
function resourceOf(holder: unknown): { readonly path: string } | undefined {
  const resource = fieldOf(holder, 'sessionResource');
  const path = fieldOf(resource, 'path');
  return fieldOf(resource, 'authority') === 'local' && typeof path === 'string' ? { path } : undefined;
}

function fieldOf(holder: unknown, key: string): unknown {
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[key] : undefined;
}
