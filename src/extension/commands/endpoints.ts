/** Endpoints that a person can pick by name; any other one is typed in. */
export interface KnownEndpoint {
  readonly name: string;
  readonly url: string;
  /** What is said of it in the list. */
  readonly detail: string;
}

export const KNOWN_ENDPOINTS: readonly KnownEndpoint[] = [
  { name: 'OpenAI', url: 'https://api.openai.com/v1', detail: 'hosted; needs a key' },
  {
    name: 'OpenRouter',
    url: 'https://openrouter.ai/api/v1',
    detail: 'hosted, many models; needs a key',
  },
  { name: 'Ollama', url: 'http://localhost:11434/v1', detail: 'on this machine' },
  { name: 'LM Studio', url: 'http://localhost:1234/v1', detail: 'on this machine' },
  { name: 'llama.cpp', url: 'http://localhost:8080/v1', detail: 'on this machine' },
  {
    name: 'vLLM',
    url: 'http://localhost:8000/v1',
    detail: 'on this machine or your own server',
  },
];
