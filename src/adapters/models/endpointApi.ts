/** Which of OpenAI's two APIs an endpoint is asked by. */
export type EndpointApi = 'auto' | 'chat' | 'responses';
