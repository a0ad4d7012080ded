import type { EndpointApi } from '../../src/adapters/models/endpointModel.ts';
import { EXCHANGES } from './providerExchanges.ts';

const NONE = '–';

/** Returns the type of the message parts in which an API accepts images. */
export function imageForm(api: EndpointApi | undefined): 'image_url' | 'input_image' {
  return api === 'responses' ? 'input_image' : 'image_url';
}

/** Returns the table of docs/PROVIDERS.md. */
export function providersTable(): string {
  const head = [
    'Provider',
    'Answer',
    'Tools',
    'Images',
    'Thoughts are shown',
    'Given back',
    'Usage',
    'Too long',
  ];
  const rows = EXCHANGES.map(({ provider, source, thoughts, givenBack, usage, api, tooLong }) => [
    `[${provider}](${source})`,
    ...['yes', 'yes', `\`${imageForm(api)}\``, thoughts === undefined ? NONE : 'yes'],
    givenBack === undefined ? NONE : `\`${givenBack.field}\``,
    usage.cachedInputTokens === undefined ? 'yes' : 'yes, with what was cached',
    `[understood](${tooLong[1]})`,
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
