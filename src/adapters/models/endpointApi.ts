/** Which of OpenAI's two APIs an endpoint is asked by. */
export const ENDPOINT_APIS = ['auto', 'chat', 'responses'] as const;
export type EndpointApi = (typeof ENDPOINT_APIS)[number];
