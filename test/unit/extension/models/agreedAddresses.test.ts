import assert from 'node:assert/strict';
import { AgreedAddresses } from '../../../../src/extension/models/agreedAddresses.ts';

const ADDRESS = 'https://models.example/v1';

/** A window that uses the editor's memory and records the questions that it asked. */
class Window {
  readonly asked: string[] = [];
  agreed = 0;
  readonly addresses: AgreedAddresses;

  constructor(memory: Map<string, unknown>, remoteName: string | undefined, answer?: boolean) {
    this.addresses = new AgreedAddresses({
      state: {
        get: (key: string) => memory.get(key) as never,
        update: (key: string, value: unknown) => Promise.resolve(void memory.set(key, value)),
      },
      remoteName,
      ask: (baseUrl) => Promise.resolve(void this.asked.push(baseUrl)).then(() => answer),
      onAgreed: () => this.agreed++,
    });
  }

  /** Returns whether the address may be used before the question is answered, and whether it may be used afterwards. */
  async uses(baseUrl = ADDRESS): Promise<readonly boolean[]> {
    const before = this.addresses.isAgreed(baseUrl);
    await new Promise(setImmediate);
    return [before, this.addresses.isAgreed(baseUrl)];
  }
}

describe('an address in the settings', () => {
  for (const remote of ['dev-container', 'attached-container', 'ssh-remote', 'wsl', 'codespaces', 'tunnel'])
    it(`is used in a remote window only after the person agreed: ${remote}`, async () => {
      const memory = new Map<string, unknown>();
      const first = new Window(memory, remote, true);
      assert.deepEqual(await first.uses(), [false, true]);
      assert.deepEqual([first.asked, first.agreed], [[ADDRESS], 1]);
      const second = new Window(memory, remote, false);
      assert.deepEqual([await second.uses(), second.asked], [[true, true], []]);
    });

  it('is not used or asked about after a refusal in a container, until the person chooses the address', async () => {
    const memory = new Map<string, unknown>();
    assert.deepEqual(await new Window(memory, 'dev-container', false).uses(), [false, false]);
    const second = new Window(memory, 'dev-container', true);
    assert.deepEqual([await second.uses(), second.asked], [[false, false], []]);
    await second.addresses.agree(ADDRESS);
    assert.deepEqual(await second.uses(), [true, true]);
  });

  it('is not used if the person closed the question, and the next window asks again', async () => {
    const memory = new Map<string, unknown>();
    const first = new Window(memory, 'dev-container');
    assert.deepEqual(
      [await first.uses(), await first.uses()],
      [
        [false, false],
        [false, false],
      ],
    );
    assert.deepEqual(first.asked, [ADDRESS]);
    assert.deepEqual(await new Window(memory, 'dev-container', true).uses(), [false, true]);
  });

  it('needs its own permission even if the person agreed to another address', async () => {
    const memory = new Map<string, unknown>();
    await new Window(memory, 'dev-container', true).uses();
    assert.deepEqual(await new Window(memory, 'dev-container', false).uses('https://other.example/v1'), [
      false,
      false,
    ]);
  });

  for (const remote of [undefined, '127.0.0.1:8080', 'localhost', 'code.example'])
    it(`needs no permission in a local window or a browser (remote name: ${String(remote)})`, async () => {
      const window = new Window(new Map(), remote, false);
      assert.deepEqual([await window.uses(), window.asked], [[true, true], []]);
    });
});
