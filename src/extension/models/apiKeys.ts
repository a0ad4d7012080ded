import * as vscode from 'vscode';

const PREFIX = 'longthread.apiKey:';

/** API keys, one an endpoint, in the editor's secret storage and nowhere else. */
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

  /** An empty key takes the stored one away. */
  async write(baseUrl: string, key: string): Promise<void> {
    if (key === '') await this.#secrets.delete(PREFIX + baseUrl);
    else await this.#secrets.store(PREFIX + baseUrl, key);
    this.#changed.fire(undefined);
  }
}
