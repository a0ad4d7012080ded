/** The one of OpenAI's two APIs that is used for an endpoint. */
export type EndpointApi = 'auto' | 'chat' | 'responses';
