import type { ChatModel } from '../../core/ports.ts';

/** The agent's tools and its own text alone take some twenty thousand tokens. */
const LEAST_WINDOW_TOKENS = 32_000;

/** The model that the agent begins with: the first that has room for it, where that is known; else the first. */
export function modelForAgent(connected: readonly Pick<ChatModel, 'profile'>[]): string | undefined {
  const roomy = connected.find(({ profile }) => (profile.window ?? Infinity) >= LEAST_WINDOW_TOKENS);
  return (roomy ?? connected[0])?.profile.id;
}
