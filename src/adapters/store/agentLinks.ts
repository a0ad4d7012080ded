import * as v from 'valibot';
import type { AgentLinks } from '../../core/log/sessionInfo.ts';
import { schemaOf } from './schemaOf.ts';

/** As the log and its mirror hold them. */
export const agentLinks = schemaOf<AgentLinks>()(
  v.object({
    conversationId: v.exactOptional(v.string()),
    parent: v.exactOptional(v.string()),
    continues: v.exactOptional(v.string()),
  }),
);
