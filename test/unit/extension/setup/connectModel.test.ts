import assert from 'node:assert/strict';
import type { Endpoint } from '../../../../src/adapters/models/endpoint.ts';
import type { OfferedModel } from '../../../../src/adapters/models/modelList.ts';
import { ChatError, type ChatErrorReason } from '../../../../src/core/ports.ts';
import {
  connectModel,
  type Connection,
  type ConnectPorts,
  type Place,
  type NextStep,
} from '../../../../src/extension/setup/connectModel.ts';

class ClosedError extends Error {}

/**
 * A person and an endpoint with prepared answers. If the person has no answer left, the person closes the question. If
 * the endpoint has no answer left, the endpoint is unreachable.
 */
class ScriptedPerson implements ConnectPorts {
  readonly asked: string[] = [];
  readonly tried: Endpoint[] = [];
  kept: Connection | undefined;
  places: Place[] = [];
  keys: string[] = [];
  stored: Readonly<Record<string, string>> = {};
  answers: (readonly OfferedModel[] | ChatErrorReason)[] = [];
  models: string[] = [];
  steps: NextStep[] = [];
  offeredSteps: readonly NextStep[] = [];

  askPlace = (): Promise<Place> => this.#next('place', this.places);

  askKey(baseUrl: string, hasStored: boolean): Promise<string> {
    return this.#next(`key of ${baseUrl}${hasStored ? ', one is stored' : ''}`, this.keys);
  }

  storedKey(baseUrl: string): Promise<string | undefined> {
    return Promise.resolve(this.stored[baseUrl]);
  }

  offered(endpoint: Endpoint): Promise<readonly OfferedModel[]> {
    this.tried.push(endpoint);
    const answer = this.answers.shift() ?? 'unreachable';
    if (typeof answer === 'string') return Promise.reject(new ChatError(answer, `It is ${answer}.`, false));
    return Promise.resolve(answer);
  }

  askModel(offered: readonly OfferedModel[]): Promise<string> {
    return this.#next(`model of ${offered.map(({ id }) => id).join(', ')}`, this.models);
  }

  askEditorModel = (): Promise<string> => this.#next('model of the editor', this.models);

  askNextStep(sentence: string, steps: readonly NextStep[]): Promise<NextStep> {
    this.offeredSteps = steps;
    return this.#next(sentence, this.steps);
  }

  keep(connection: Connection): Promise<void> {
    this.kept = connection;
    return Promise.resolve();
  }

  #next<T>(question: string, answers: T[]): Promise<T> {
    this.asked.push(question);
    const answer = answers.shift();
    return answer === undefined ? Promise.reject(new ClosedError(question)) : Promise.resolve(answer);
  }
}

const hosted = 'https://models.example/v1';
const local = 'http://localhost:11434/v1';
const at = (baseUrl: string): Place => ({ at: 'endpoint', baseUrl });
const tiny: readonly OfferedModel[] = [{ id: 'tiny', facts: {} }];

describe('connecting a model', () => {
  let person: ScriptedPerson;

  beforeEach(() => {
    person = new ScriptedPerson();
  });

  it('stores address, key and model together after a model was chosen', async () => {
    Object.assign(person, { places: [at(hosted)], keys: ['made-up'], answers: [tiny], models: ['tiny'] });
    await connectModel(person);
    assert.deepEqual(person.kept, { model: 'tiny', endpoint: { baseUrl: hosted, apiKey: 'made-up' } });
    assert.deepEqual(person.asked, ['place', `key of ${hosted}`, 'model of tiny']);
  });

  for (const [when, answers] of [
    ['that asks for the address', {}],
    ['that asks for the key', { places: [at(hosted)] }],
    ['about the next step after the endpoint was unreachable', { places: [at(hosted)], keys: [''] }],
    ['that asks for one of the endpoint’s models', { places: [at(hosted)], keys: [''], answers: [tiny] }],
    ['that asks for one of the editor’s models', { places: [{ at: 'editor' }] }],
  ] as const) {
    it(`changes nothing if the person closes the question ${when}`, async () => {
      Object.assign(person, structuredClone(answers));
      await assert.rejects(connectModel(person), ClosedError);
      assert.equal(person.kept, undefined);
    });
  }

  for (const host of [
    'localhost:11434',
    '127.0.0.1:8080',
    '127.8.8.8',
    '[::1]:8000',
    '0.0.0.0:1234',
    'a.localhost',
  ]) {
    it(`does not ask for a key for an endpoint at ${host}`, async () => {
      const baseUrl = `http://${host}/v1`;
      Object.assign(person, { places: [at(baseUrl)], answers: [tiny], models: ['tiny'] });
      await connectModel(person);
      assert.deepEqual(person.asked, ['place', 'model of tiny']);
      assert.deepEqual(person.kept?.endpoint, { baseUrl });
    });
  }

  it('asks for a key if the endpoint is on another machine, even in the same network', async () => {
    for (const baseUrl of [
      'http://192.168.1.7/v1',
      'https://localhost.example/v1',
      'https://127.example/v1',
    ]) {
      const other = new ScriptedPerson();
      other.places = [at(baseUrl)];
      await assert.rejects(connectModel(other), ClosedError);
      assert.deepEqual(other.asked, ['place', `key of ${baseUrl}`]);
    }
  });

  it('can be tried again with the same values if the endpoint is unreachable', async () => {
    Object.assign(person, { places: [at(local)], answers: ['unreachable', tiny], models: ['tiny'] });
    person.steps = ['tryAgain'];
    await connectModel(person);
    assert.deepEqual(person.tried, [{ baseUrl: local }, { baseUrl: local }]);
    assert.deepEqual(person.offeredSteps, ['tryAgain', 'changeAddress']);
    assert.ok(person.asked.includes('It is unreachable.'));
  });

  it('lets the person change the address after a timeout, and does not reuse the key', async () => {
    Object.assign(person, { answers: ['timeout', tiny], models: ['tiny'], steps: ['changeAddress'] });
    person.places = [at(hosted), at(local)];
    person.keys = ['made-up'];
    await connectModel(person);
    assert.deepEqual(person.kept, { model: 'tiny', endpoint: { baseUrl: local } });
  });

  it('lets the person change the key if the endpoint rejects the request as unauthorized', async () => {
    Object.assign(person, { places: [at(local)], answers: ['unauthorized', tiny], models: ['tiny'] });
    person.steps = ['changeKey'];
    person.keys = ['made-up'];
    await connectModel(person);
    assert.deepEqual(person.offeredSteps, ['changeKey', 'changeAddress', 'tryAgain']);
    assert.deepEqual(person.kept?.endpoint, { baseUrl: local, apiKey: 'made-up' });
  });

  it('uses the stored key if the person types no key', async () => {
    Object.assign(person, { places: [at(hosted)], keys: [''], answers: [tiny], models: ['tiny'] });
    person.stored = { [hosted]: 'stored' };
    await connectModel(person);
    assert.deepEqual(person.tried, [{ baseUrl: hosted, apiKey: 'stored' }]);
    assert.ok(person.asked.includes(`key of ${hosted}, one is stored`));
  });

  it('lets the person type the model’s name if the endpoint has no list of models', async () => {
    Object.assign(person, { places: [at(local)], answers: ['notFound'], models: ['typed'] });
    person.steps = ['typeModel'];
    await connectModel(person);
    assert.deepEqual(person.kept, { model: 'typed', endpoint: { baseUrl: local } });
    assert.deepEqual(person.offeredSteps, ['changeAddress', 'typeModel', 'changeKey', 'tryAgain']);
  });

  it('leaves the endpoint unchanged if a model of the editor is chosen', async () => {
    Object.assign(person, { places: [{ at: 'editor' }], models: ['vscode:one'] });
    await connectModel(person);
    assert.deepEqual(person.kept, { model: 'vscode:one' });
  });

  it('rethrows an unexpected error', async () => {
    person.places = [at(local)];
    person.offered = () => Promise.reject(new TypeError('a fault'));
    await assert.rejects(connectModel(person), /a fault/);
  });
});
