import * as vscode from 'vscode';
import { problemOfHeader, STORED_VALUE } from '../../adapters/models/ownHeaders.ts';
import { parseBaseUrl } from '../../adapters/models/endpoint.ts';
import type { Parts } from '../parts.ts';
import { askText, say } from '../asking/ask.ts';
import { writeOwnSetting } from './askModel.ts';
import { refreshed } from '../asking/waitFor.ts';

/** Stores a header's value in the secret storage; the settings have only its name. An empty value removes it. */
export async function setSecretHeader(parts: Parts): Promise<void> {
  const { endpointUrl } = parts.settings.current;
  if (endpointUrl.trim() === '')
    throw new Error('No endpoint is connected yet. Use “Connect a Model…” first.');
  const baseUrl = parseBaseUrl(endpointUrl);
  const { host } = new URL(baseUrl);
  const name = await askText({
    title: `Header for ${host}`,
    prompt: 'The header’s name',
    placeHolder: 'X-API-Key',
    validateInput: (typed) => problemOfHeader(typed.trim()),
  });
  const value = await askText({
    title: `${name.trim()} for ${host}`,
    prompt: 'It is kept in the editor’s secret storage. Leave it empty to stop sending the header.',
    password: true,
  });
  await keep(baseUrl, { name: name.trim(), value: value.trim() }, parts);
  await refreshed(parts);
  say(value.trim() === '' ? `${name} is no longer sent` : `${name} is kept in the editor’s secret storage`);
}

type Headers = Readonly<Record<string, string>>;

async function keep(
  baseUrl: string,
  { name, value }: { readonly name: string; readonly value: string },
  { keys }: Parts,
): Promise<void> {
  await keys.writeHeader(baseUrl, name, value);
  const configuration = vscode.workspace.getConfiguration('longthread');
  const all = configuration.inspect<Readonly<Record<string, Headers>>>('endpoint.headers')?.globalValue ?? {};
  const own = Object.entries(all[baseUrl] ?? {}).filter(
    ([other]) => other.toLowerCase() !== name.toLowerCase(),
  );
  const headers = Object.fromEntries(value === '' ? own : [...own, [name, STORED_VALUE]]);
  const others = Object.entries(all).filter(([address]) => address !== baseUrl);
  const kept = Object.keys(headers).length === 0 ? others : [...others, [baseUrl, headers]];
  await writeOwnSetting(
    'endpoint.headers',
    kept.length === 0 ? undefined : (Object.fromEntries(kept) as object),
  );
}
