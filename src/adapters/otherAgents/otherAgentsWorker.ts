import { messageOf } from '../../core/text/messageOf.ts';
import { SecretRedactor } from '../redaction/secretRedactor.ts';
import { serveCalls } from '../workers/serveCalls.ts';
import { agentFiles } from './agentFiles.ts';
import type { Listing, OtherAgentsRequest } from './otherAgentsCalls.ts';
import { ConsentFile } from './consent.ts';
import { OtherReader } from './otherReader.ts';
import { listSessions, type ReadBefore } from './otherSessions.ts';
import { ARCHIVE_BYTES, SessionArchive } from './sessionArchive.ts';

const redactor = new SecretRedactor();
const reader = new OtherReader(redactor);
const before: ReadBefore = new Map();

serveCalls(async (request: OtherAgentsRequest): Promise<unknown> => {
  switch (request.type) {
    case 'list':
      return list(request);
    case 'archive':
      return archive(request);
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

type OfAgent = Extract<OtherAgentsRequest, { readonly type: 'list' | 'archive' }>;

/** Lists the agent's sessions, followed by archived sessions that the agent has deleted. */
async function list({ agent, storage, ...where }: OfAgent): Promise<Listing> {
  const problems: string[] = [];
  const onUnreadable = (error: unknown): void => void problems.push(messageOf(error));
  const listed = await listSessions(agent, { ...where, files: agentFiles, onUnreadable }, redactor, before);
  const { workspace } = where;
  const deleted = await new SessionArchive(storage).deletedByAgent(agent, { workspace, listed });
  return { sessions: [...listed, ...deleted], problems };
}

/**
 * Copies new and changed sessions. Reads the consent again before each session and each copy, since the person may
 * withdraw it in another window.
 */
function archive({ agent, storage, ...where }: OfAgent): Promise<readonly string[]> {
  const consents = new ConsentFile(storage);
  return new SessionArchive(storage).copyNew(
    agent,
    { ...where, files: agentFiles },
    { redactor, isAllowed: () => consents.read()[agent].archive, mostBytes: ARCHIVE_BYTES },
  );
}
