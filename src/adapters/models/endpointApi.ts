/** Selects which of OpenAI's two APIs is used for an endpoint. */
export type EndpointApi = 'auto' | 'chat' | 'responses';
