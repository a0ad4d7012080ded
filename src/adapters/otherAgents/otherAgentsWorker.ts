import { SecretRedactor } from '../redaction/secretRedactor.ts';
import { serveCalls } from '../workers/serveCalls.ts';
import { agentFiles } from './agentFiles.ts';
import type { OtherAgentsRequest } from './otherAgentsCalls.ts';
import { OtherReader } from './otherReader.ts';
import { listSessions } from './otherSessions.ts';

const redactor = new SecretRedactor();
const reader = new OtherReader(redactor);

serveCalls(async (request: OtherAgentsRequest): Promise<unknown> => {
  switch (request.type) {
    case 'list':
      return listMasked(request);
    case 'read':
      return reader.read(request.session);
    case 'piece':
      return reader.piece(request.session, request.from);
    case 'audit':
      return reader.audit(request.session);
    case 'find':
      return reader.find(request.session, request.query);
  }
});

async function listMasked({
  agent,
  ...where
}: Extract<OtherAgentsRequest, { readonly type: 'list' }>): ReturnType<typeof listSessions> {
  return listSessions(agent, { ...where, files: agentFiles }, redactor);
}
