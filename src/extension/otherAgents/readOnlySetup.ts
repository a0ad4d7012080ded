import { registryProfile } from '../../adapters/models/profiles.ts';
import type { OtherSessionLog } from '../../adapters/otherAgents/otherSessionLog.ts';
import { hostOverhead } from '../../core/context/hostOverhead.ts';
import type { ChatModel } from '../../core/ports.ts';
import type { LiveSession } from '../../core/session/liveSession.ts';
import type { ConversationSetup } from '../sessions/openSession.ts';
import { NO_ENDPOINT, setupWithoutModel } from '../setup/conversationSetup.ts';
import type { SetupParts } from '../setup/setupParts.ts';

/**
 * Returns the setup of another agent's session, in which no model can be called. The gauge shows the agent's own
 * figures.
 */
export function readOnlySetup(log: Pick<OtherSessionLog, 'window'>, parts: SetupParts): ConversationSetup {
  return (live) => ({
    ...setupWithoutModel(live, parts),
    model: () => modelOf(live, log),
    hostTokens: () => hostOverhead(live),
    isHostTranscript: true,
  });
}

/**
 * Returns the model that answered last, with the window from the session's file. If the file contains no window, uses
 * the model's published window.
 */
function modelOf(
  { session }: LiveSession,
  { window }: Pick<OtherSessionLog, 'window'>,
): ChatModel | undefined {
  const newest = session.messages.findLast(({ message }) => message.role === 'assistant' && message.model);
  if (newest?.message.role !== 'assistant' || newest.message.model === undefined) return undefined;
  const { id, supportsTools, encoding, ...published } = registryProfile(newest.message.model, NO_ENDPOINT);
  const known = window ?? published.window;
  return {
    profile: {
      ...{ id, maxOutputTokens: 0, supportsTools, encoding },
      ...(known !== undefined && { window: known }),
    },
    stream: () => {
      throw new Error('Only the agent that runs this session can send messages in it.');
    },
  };
}
