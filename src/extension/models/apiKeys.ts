import * as vscode from 'vscode';

const PREFIX = 'longthread.apiKey:';
const HEADER_PREFIX = 'longthread.header:';

/** API keys, one per endpoint, and values of secret headers, in the editor's secret storage and nowhere else. */
export class ApiKeys {
  readonly #secrets: vscode.SecretStorage;
  readonly #changed = new vscode.EventEmitter<undefined>();

  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  async read(baseUrl: string): Promise<string | undefined> {
    return this.#secrets.get(PREFIX + baseUrl);
  }

  /** Stores a key. An empty key removes the stored key. */
  write(baseUrl: string, key: string): Promise<void> {
    return this.#keep(PREFIX + baseUrl, key);
  }

  async readHeader(baseUrl: string, name: string): Promise<string | undefined> {
    return this.#secrets.get(headerPlace(baseUrl, name));
  }

  /** Stores a value. An empty value removes the stored value. */
  writeHeader(baseUrl: string, name: string, value: string): Promise<void> {
    return this.#keep(headerPlace(baseUrl, name), value);
  }

  async #keep(place: string, value: string): Promise<void> {
    if (value === '') await this.#secrets.delete(place);
    else await this.#secrets.store(place, value);
    this.#changed.fire(undefined);
  }
}

/** Returns the key of a header's value in the secret storage. Header names are case-insensitive. */
function headerPlace(baseUrl: string, name: string): string {
  return `${HEADER_PREFIX}${name.toLowerCase()}:${baseUrl}`;
}
